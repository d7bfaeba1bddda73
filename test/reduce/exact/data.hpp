// Data for tests of exact sums: seeded, of every kind that a front end might find hard.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "test/reduce/exact/oracle.hpp"

namespace warpfold::oracle {

// How elements are drawn. Exponents are drawn from a spread, and clipped to the type's range.
enum class kind : std::uint8_t {
  uniform,
  normal,
  spread_5,
  spread_20,
  spread_60,
  spread_100,
  full_range,
  small_integers,
  subnormal,
  near_greatest,
  few_infinities,
  few_nans,
  many_infinities,
  negative_zeros,
  mostly_zeros,
  few_huge,
  few_tiny,
  ascending,
  descending,
  one_in_zeros,
  constant,
  any_bits,
  last
};

template <class T>
class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  std::vector<T> draw(kind k, std::size_t count) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = element(k, i, count);
    return values;
  }
  // Every element and its negation, in some order, and perhaps one more element: the sum is 0 or that element.
  std::vector<T> draw_cancelling(kind k, std::size_t count) {
    std::vector<T> values = draw(k, count);
    for (std::size_t i = 0; i + 1 < count; i += 2) values[i + 1] = negated(values[i]);
    std::shuffle(values.begin(), values.end(), random_);
    return values;
  }
  // Every element and its negation, one number more, half its last bit, and perhaps a little: a sum that is a tie
  // between two neighbours, or hardly is not.
  std::vector<T> draw_tie(kind k, std::size_t count) {
    std::vector<T> values = draw_cancelling(k, count / 2 * 2);
    const T number = spread(f.greatest_exponent / 2);
    int exponent = 0;
    std::frexp(static_cast<double>(number), &exponent);
    const long half = std::max<long>(exponent - f.precision - 1, f.least_exponent);
    const T little =
        scaled(1, static_cast<long>(f.least_exponent + below(static_cast<std::uint64_t>(half - f.least_exponent + 1))));
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(below(values.size() + 1)), number);
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(below(values.size() + 1)), scaled(1, half));
    if (below(3) != 0) values.push_back(little);
    return values;
  }
  std::mt19937_64& random() { return random_; }
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

 private:
  static constexpr format f = format_of<T>;

  using bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  static T negated(T value) {
    return std::bit_cast<T>(static_cast<bits>(std::bit_cast<bits>(value) ^ bits{1} << (8 * sizeof(bits) - 1)));
  }
  double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  double sign() { return random_() % 2 == 0 ? 1 : -1; }
  T rounded(double value) { return narrow<T>(value); }
  T scaled(double significand, long exponent) {
    exponent = std::clamp<long>(exponent, f.least_exponent, f.greatest_exponent - 1);
    return rounded(std::ldexp(sign() * significand, static_cast<int>(exponent)));
  }
  T spread(long exponents) {
    return scaled(1 + unit() * 0.99,
                  static_cast<long>(below(static_cast<std::uint64_t>(2 * exponents + 1))) - exponents);
  }

  T element(kind k, std::size_t i, std::size_t count) {
    const double position = static_cast<double>(i) / static_cast<double>(count);
    switch (k) {
      case kind::uniform:
        return rounded(unit());
      case kind::normal:
        return rounded(std::normal_distribution<double>()(random_));
      case kind::spread_5:
        return spread(5);
      case kind::spread_20:
        return spread(20);
      case kind::spread_60:
        return spread(60);
      case kind::spread_100:
        return spread(100);
      case kind::full_range:
        return spread(f.greatest_exponent + f.precision);
      case kind::small_integers:
        return rounded(static_cast<double>(below(9)) - 4);
      case kind::subnormal:
        return rounded(sign() *
                       std::ldexp(static_cast<double>(below(std::uint64_t{1} << (f.precision - 1))), f.least_exponent));
      case kind::near_greatest:
        return scaled(1.5 + unit() * 0.4, f.greatest_exponent - 1);
      case kind::few_infinities:
        return below(200) == 0 ? rounded(HUGE_VAL) : rounded(unit());
      case kind::few_nans:
        return below(500) == 0 ? rounded(NAN) : rounded(unit());
      case kind::many_infinities:
        return below(3) == 0 ? rounded(below(1000) == 0 ? -HUGE_VAL : HUGE_VAL) : rounded(unit());
      case kind::negative_zeros:
        return below(2 * count) == 0 ? rounded(0.0) : rounded(-0.0);
      case kind::mostly_zeros:
        return below(50) == 0 ? spread(30) : rounded(sign() * 0.0);
      case kind::few_huge:
        return below(100) == 0 ? scaled(1, f.greatest_exponent - 20) : rounded(unit());
      case kind::few_tiny:
        return below(100) == 0 ? scaled(1, f.least_exponent + 3) : rounded(unit());
      case kind::ascending:
        return scaled(1 + unit() * 0.9,
                      static_cast<long>(position * (f.greatest_exponent - f.least_exponent)) + f.least_exponent);
      case kind::descending:
        return scaled(1 + unit() * 0.9,
                      f.greatest_exponent - 1 - static_cast<long>(position * (f.greatest_exponent - f.least_exponent)));
      case kind::one_in_zeros:
        return i == count / 2 ? spread(100) : rounded(0.0);
      case kind::constant:
        if (i == 0) constant_ = spread(3);
        return constant_;
      case kind::any_bits:
      case kind::last:
        break;
    }
    return std::bit_cast<T>(static_cast<bits>(random_()));
  }

  std::mt19937_64 random_;
  T constant_{};  // of the array that is drawn
};

}  // namespace warpfold::oracle
