// The IEEE 754 formats, taken apart by bits alone, so that no floating-point mode can change what is read.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "warpfold/base/bfloat16.hpp"
#include "warpfold/base/float16.hpp"
#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold::exact {

// precision        bits of the significand, the implicit one included
// least_exponent   the least positive value is 2^least_exponent
template <class Bits, int Precision, int LeastExponent>
struct binary_format {
  using bits_type = Bits;
  static constexpr int precision = Precision;
  static constexpr int least_exponent = LeastExponent;
  static constexpr Bits sign_bit = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  static constexpr Bits implicit_bit = static_cast<Bits>(Bits{1} << (Precision - 1));
  static constexpr Bits fraction_mask = static_cast<Bits>(implicit_bit - 1);
  static constexpr Bits infinity_bits = static_cast<Bits>((sign_bit - 1) & ~fraction_mask);
  static constexpr Bits nan_bits = static_cast<Bits>(infinity_bits | implicit_bit >> 1);
};

template <class T>
struct float_format;
template <>
struct float_format<float16> : binary_format<std::uint16_t, 11, -24> {};
template <>
struct float_format<bfloat16> : binary_format<std::uint16_t, 8, -133> {};
template <>
struct float_format<float> : binary_format<std::uint32_t, 24, -149> {};
template <>
struct float_format<double> : binary_format<std::uint64_t, 53, -1074> {};

// The real types that exact sums take and give.
template <class T>
concept floating = requires {
  float_format<T>::precision;
};

template <floating T>
WARPFOLD_HOST_DEVICE constexpr auto bits_of(T value) {
  return std::bit_cast<typename float_format<T>::bits_type>(value);
}
template <floating T>
WARPFOLD_HOST_DEVICE constexpr T from_bits(typename float_format<T>::bits_type bits) {
  return std::bit_cast<T>(bits);
}

enum class float_class : std::uint8_t { finite, infinite, nan };

// A finite value is significand · 2^exponent, negated if negative; significand and exponent mean nothing otherwise.
struct unpacked {
  std::uint64_t significand;
  int exponent;
  bool negative;
  float_class kind;
};

template <floating T>
WARPFOLD_HOST_DEVICE constexpr unpacked unpack(T value) {
  using format = float_format<T>;
  const auto bits = bits_of(value);
  const auto fraction = static_cast<std::uint64_t>(bits & format::fraction_mask);
  const int biased = static_cast<int>((bits & format::infinity_bits) >> (format::precision - 1));
  const bool negative = (bits & format::sign_bit) != 0;
  if ((bits & format::infinity_bits) == format::infinity_bits) {
    return {fraction, 0, negative, fraction != 0 ? float_class::nan : float_class::infinite};
  }
  if (biased == 0) return {fraction, format::least_exponent, negative, float_class::finite};
  return {fraction | format::implicit_bit, format::least_exponent + biased - 1, negative, float_class::finite};
}

}  // namespace warpfold::exact
