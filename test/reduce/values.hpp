// Elements to reduce, the same from run to run.
#pragma once

#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "test/reduce/exact/oracle.hpp"
#include "warpfold/base/dtype.hpp"

namespace warpfold::test {

enum class kind {
  small,     // integers from -4 to 4, or 0 to 4: many equal, many zeros, and products that stay small
  anything,  // any bits, NaN and infinities apart
  near_one,  // of products that neither overflow nor vanish at once
  special,   // small ones with NaN, infinities and both zeros among them
};

template <class T>
struct part_type : std::type_identity<T> {};
template <class T>
struct part_type<std::complex<T>> : std::type_identity<T> {};

template <class T>
T one_value(kind of, std::mt19937_64& random) {
  if constexpr (!std::same_as<typename part_type<T>::type, T>) {
    using part = typename T::value_type;
    const part real = one_value<part>(of, random);
    return {real, one_value<part>(of, random)};
  } else if constexpr (std::same_as<T, bool>) {
    return random() % 2 == 0;
  } else if constexpr (std::integral<T>) {
    if (of == kind::anything) return static_cast<T>(random());
    return static_cast<T>(std::is_signed_v<T> ? static_cast<int>(random() % 9) - 4 : static_cast<int>(random() % 5));
  } else {
    const double infinity = std::numeric_limits<double>::infinity();
    switch (of) {
      case kind::anything: {
        while (true) {
          const std::uint64_t bits = random();
          T value;
          std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
          if (std::isfinite(static_cast<double>(value))) return value;
        }
      }
      case kind::near_one:
        return oracle::narrow<T>(1 + (static_cast<double>(random() % 2001) - 1000) / 4096);
      case kind::special:
        switch (random() % 32) {
          case 0:
            return oracle::narrow<T>(random() % 4 == 0 ? std::nan("") : 1);
          case 1:
            return oracle::narrow<T>(random() % 4 == 0 ? infinity : 2);
          case 2:
            return oracle::narrow<T>(random() % 8 == 0 ? -infinity : -2);
          case 3:
            return oracle::narrow<T>(-0.0);
          default:
            break;
        }
        [[fallthrough]];
      default:
        return oracle::narrow<T>(static_cast<double>(random() % 9) - 4);
    }
  }
}

template <class T>
std::vector<T> values(kind of, std::size_t count, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed + 1000 * count);
  std::vector<T> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = one_value<T>(of, random);
  return result;
}

}  // namespace warpfold::test
