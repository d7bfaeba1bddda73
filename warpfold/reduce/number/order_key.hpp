// Order keys: a signed integer per element, of the element's size, whose integer order is the order that min and max
// mean: by value, with -0 below +0. NaNs lie outside the range from minus to plus infinity: at its lower end if their
// sign bit is set, else at its upper.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold {

// The element types that are ordered: all but the complex ones.
template <class T>
concept ordered_element = element<T> &&
    (std::integral<T> || std::floating_point<T> || std::same_as<T, float16> || std::same_as<T, bfloat16>);

template <class T>
inline constexpr bool is_floating_element =
    std::floating_point<T> || std::same_as<T, float16> || std::same_as<T, bfloat16>;

namespace detail {
template <std::size_t Size>
struct signed_of_size;
template <>
struct signed_of_size<1> : std::type_identity<std::int8_t> {};
template <>
struct signed_of_size<2> : std::type_identity<std::int16_t> {};
template <>
struct signed_of_size<4> : std::type_identity<std::int32_t> {};
template <>
struct signed_of_size<8> : std::type_identity<std::int64_t> {};
}  // namespace detail

template <ordered_element T>
using order_key_t = typename detail::signed_of_size<sizeof(T)>::type;

// The key from the bits of an element, and back: the map is its own inverse.
template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr order_key_t<T> flip_order(order_key_t<T> bits) {
  using key = order_key_t<T>;
  if constexpr (is_floating_element<T>) {
    return static_cast<key>(bits ^ ((bits >> (8 * sizeof(key) - 1)) & std::numeric_limits<key>::max()));
  } else if constexpr (std::is_signed_v<T>) {
    return bits;
  } else {
    return static_cast<key>(bits ^ std::numeric_limits<key>::min());
  }
}

template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr order_key_t<T> order_key(T value) {
  return flip_order<T>(std::bit_cast<order_key_t<T>>(value));
}

template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr T from_order_key(order_key_t<T> key) {
  if constexpr (std::same_as<T, bool>) {
    return key != order_key(false);
  } else {
    return std::bit_cast<T>(flip_order<T>(key));
  }
}

// The order key for comparison by value: -0 and +0 share one.
template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr order_key_t<T> value_key(T value) {
  const order_key_t<T> key = order_key(value);
  return is_floating_element<T> && key == -1 ? order_key_t<T>{0} : key;
}

// Below and above every element's key, NaN apart (and equal to an integer type's least and greatest).
template <ordered_element T>
inline constexpr order_key_t<T> lowest_key = std::numeric_limits<order_key_t<T>>::min();
template <ordered_element T>
inline constexpr order_key_t<T> highest_key = std::numeric_limits<order_key_t<T>>::max();

// |value| as an unsigned integer that grows with it; a NaN exceeds infinity.
template <ordered_element T>
using magnitude_t = std::make_unsigned_t<order_key_t<T>>;
template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr magnitude_t<T> magnitude_of(T value) {
  const auto bits = std::bit_cast<magnitude_t<T>>(value);
  if constexpr (is_floating_element<T>) {
    return bits & static_cast<magnitude_t<T>>(highest_key<T>);
  } else if constexpr (std::is_signed_v<T>) {
    return value < 0 ? static_cast<magnitude_t<T>>(-bits) : bits;
  } else {
    return bits;
  }
}

namespace detail {
template <class T>
inline constexpr T infinity_of = std::numeric_limits<T>::infinity();
template <>
inline constexpr float16 infinity_of<float16> = float16::from_bits(0x7c00);
template <>
inline constexpr bfloat16 infinity_of<bfloat16> = bfloat16::from_bits(0x7f80);
}  // namespace detail

// Keys from `least` to `greatest`; none if least > greatest.
template <ordered_element T>
struct key_range {
  order_key_t<T> least = highest_key<T>;
  order_key_t<T> greatest = lowest_key<T>;
};

// The keys that are not NaNs'.
template <ordered_element T>
constexpr key_range<T> number_keys() {
  if constexpr (is_floating_element<T>) {
    constexpr order_key_t<T> infinity = order_key(detail::infinity_of<T>);
    return {static_cast<order_key_t<T>>(~infinity), infinity};
  } else {
    return {lowest_key<T>, highest_key<T>};
  }
}

// Whether the key is a NaN's.
template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr bool is_nan_key(order_key_t<T> key) {
  constexpr key_range<T> numbers = number_keys<T>();
  return key < numbers.least || key > numbers.greatest;
}

// One quiet NaN of positive sign, whatever NaN was met.
template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr T canonical_nan() {
  using key = order_key_t<T>;
  constexpr key infinity = order_key(detail::infinity_of<T>);
  if constexpr (std::same_as<T, double>) {
    return std::bit_cast<T>(static_cast<key>(infinity | key{1} << 51));
  } else if constexpr (std::same_as<T, float>) {
    return std::bit_cast<T>(static_cast<key>(infinity | key{1} << 22));
  } else {
    return std::bit_cast<T>(static_cast<key>(infinity | key{1} << (std::same_as<T, float16> ? 9 : 6)));
  }
}

}  // namespace warpfold
