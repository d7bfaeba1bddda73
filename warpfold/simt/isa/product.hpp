// Products of integers, shared by mul and mad.
#pragma once

#include <cstdint>
#include <type_traits>

#include "warpfold/simt/isa/simd.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

template <class T>
struct twice;
template <>
struct twice<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct twice<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct twice<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct twice<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct twice<std::uint64_t> {
  using type = uint128;
};
template <>
struct twice<std::int64_t> {
  using type = int128;
};
template <class T>
using twice_as_wide = typename twice<T>::type;

template <class T>
[[gnu::always_inline]] inline twice_as_wide<T> wide_product(T a, T b) {
  return static_cast<twice_as_wide<T>>(static_cast<twice_as_wide<T>>(a) * static_cast<twice_as_wide<T>>(b));
}

template <class T>
[[gnu::always_inline]] inline T high_product(T a, T b) {
  return static_cast<T>(wide_product(a, b) >> (8 * sizeof(T)));
}

template <class T>
[[gnu::always_inline]] inline T low_product(T a, T b) {
  if constexpr (std::is_same_v<T, std::uint16_t>) {
    return static_cast<T>(std::uint32_t{a} * std::uint32_t{b});  // int's product could overflow
  } else {
    return a * b;
  }
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
