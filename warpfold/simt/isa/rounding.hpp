// Rounding to the ISA's floating-point formats, without touching the host's rounding mode.
// A result is first computed in a wider type, exactly or rounded to odd (Boldo and Melquiond, "Emulation of FMA and
// correctly rounded sums", 2008): truncated, with the last bit set if anything was lost. Rounding that to a format at
// least two bits narrower gives the exact result rounded once, in any direction. No branches: the loops vectorize.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

enum class rounding { nearest, zero, down, up, away };  // .rn .rz .rm .rp .rna

// An IEEE format whose encoding is ExponentBits and FractionBits below a sign bit.
template <int ExponentBits, int FractionBits>
struct format {
  static constexpr int exponent_bits = ExponentBits, fraction_bits = FractionBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr std::uint64_t infinity = ((std::uint64_t{1} << ExponentBits) - 1) << FractionBits;
  static constexpr std::uint64_t nan = (std::uint64_t{1} << (ExponentBits + FractionBits)) - 1;  // the canonical one
};

using binary16 = format<5, 10>;
using brain16 = format<8, 7>;
using tensor32 = format<8, 10>;
using binary32 = format<8, 23>;
using binary64 = format<11, 52>;

template <class T>
struct format_of;
template <>
struct format_of<float> {
  using type = binary32;
  using bits = std::uint32_t;
};
template <>
struct format_of<double> {
  using type = binary64;
  using bits = std::uint64_t;
};

// The encoding in Format of the value, rounded. Source has more fraction bits than Format by two or more, or the same
// value is known to be exact.
template <class Format, rounding Mode, class Source>
[[gnu::always_inline]] inline typename format_of<Source>::bits narrow(Source value) {
  using from = typename format_of<Source>::type;
  using bits = typename format_of<Source>::bits;
  using exponents = std::make_signed_t<bits>;
  constexpr int width = 8 * sizeof(bits), most_shift = from::fraction_bits + 2;
  constexpr exponents least_exponent = 1 - Format::bias;

  const bits raw = std::bit_cast<bits>(value);
  const bits sign = raw >> (width - 1);
  const bits magnitude = raw & (~bits{0} >> 1);
  const bits field = magnitude >> from::fraction_bits;
  const exponents exponent = static_cast<exponents>(field == 0 ? 1 : field) - from::bias;
  const bits hidden = field == 0 ? 0 : bits{1} << from::fraction_bits;
  const bits significand = (magnitude & ((bits{1} << from::fraction_bits) - 1)) | hidden;

  const exponents below = exponent < least_exponent ? least_exponent - exponent : 0;
  const exponents wanted = from::fraction_bits - Format::fraction_bits + below;
  const bits shift = static_cast<bits>(wanted < most_shift ? wanted : exponents{most_shift});
  const bits kept = significand >> shift;
  const bits rest = significand & ((bits{1} << shift) - 1);
  const bits half = bits{1} << (shift - 1);
  bits increment = 0;
  if constexpr (Mode == rounding::nearest) increment = rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0;
  if constexpr (Mode == rounding::away) increment = rest >= half ? 1 : 0;
  if constexpr (Mode == rounding::down) increment = rest != 0 && sign != 0 ? 1 : 0;
  if constexpr (Mode == rounding::up) increment = rest != 0 && sign == 0 ? 1 : 0;

  const exponents above = exponent > least_exponent ? exponent - least_exponent : 0;
  constexpr exponents most_above = static_cast<exponents>(1) << (Format::exponent_bits + 1);
  const bits scaled = static_cast<bits>(above < most_above ? above : most_above) << Format::fraction_bits;
  const bits rounded = scaled + kept + increment;

  constexpr bits infinity = static_cast<bits>(Format::infinity);
  bits overflowed = infinity;
  if constexpr (Mode == rounding::zero) overflowed = infinity - 1;
  if constexpr (Mode == rounding::down) overflowed = sign != 0 ? infinity : infinity - 1;
  if constexpr (Mode == rounding::up) overflowed = sign == 0 ? infinity : infinity - 1;

  constexpr bits source_infinity = static_cast<bits>(from::infinity);
  bits result = rounded < infinity ? rounded : overflowed;
  result = magnitude == source_infinity ? infinity : result;
  result |= sign << (Format::exponent_bits + Format::fraction_bits);
  return magnitude > source_infinity ? static_cast<bits>(Format::nan) : result;
}

// A float from a value that is exact or rounded to odd.
template <rounding Mode>
[[gnu::always_inline]] inline float to_float(double value) {
  if constexpr (Mode == rounding::nearest) return static_cast<float>(value);
  return std::bit_cast<float>(static_cast<std::uint32_t>(narrow<binary32, Mode>(value)));
}

// The value of an encoding.
[[gnu::always_inline]] inline float widen(f16 value) {
  const std::uint32_t magnitude = value.bits & 0x7fffu;
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f);
  return std::bit_cast<float>((magnitude >= 0x7c00u ? magnitude << 13 | 0x7f800000u : finite) | sign);
}
[[gnu::always_inline]] inline float widen(bf16 value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}
[[gnu::always_inline]] inline float widen(float value) {
  return value;
}
[[gnu::always_inline]] inline double widen(double value) {
  return value;
}

template <class T>
struct encoding;
template <>
struct encoding<f16> {
  using type = binary16;
};
template <>
struct encoding<bf16> {
  using type = brain16;
};

template <class T, rounding Mode, class Source>
[[gnu::always_inline]] inline T narrow_to(Source value) {
  return T{static_cast<decltype(T::bits)>(narrow<typename encoding<T>::type, Mode>(value))};
}

// `rounded`, the nearest value to rounded + lost, made odd if anything was lost.
template <class T>
[[gnu::always_inline]] inline T to_odd(T rounded, T lost) {
  using bits = typename format_of<T>::bits;
  const bits raw = std::bit_cast<bits>(rounded);
  const bits infinity = static_cast<bits>(format_of<T>::type::infinity);
  const bool adjust = (lost > 0 || lost < 0) && (raw & 1) == 0 && (raw & (~bits{0} >> 1)) < infinity;
  const bool outward = (lost > 0) == (rounded > 0);
  return std::bit_cast<T>(adjust ? (outward ? raw + 1 : raw - 1) : raw);
}

// a + b rounded to odd (the error of a sum is Knuth's). Exact zeros are +0, or -0 for two of them.
template <class T>
[[gnu::always_inline]] inline T odd_sum(T a, T b) {
  const T sum = a + b;
  const T b_seen = sum - a;
  const T a_seen = sum - b_seen;
  return to_odd(sum, (a - a_seen) + (b - b_seen));
}

// a / b of two floats rounded to odd: the remainder of the nearest quotient is exact in double.
[[gnu::always_inline]] inline double odd_quotient(float a, float b) {
  const double quotient = static_cast<double>(a) / static_cast<double>(b);
  const double remainder = __builtin_fma(-quotient, static_cast<double>(b), static_cast<double>(a));
  return to_odd(quotient, b < 0 ? -remainder : remainder);
}

[[gnu::always_inline]] inline double odd_root(float a) {
  const double root = __builtin_sqrt(static_cast<double>(a));
  return to_odd(root, __builtin_fma(-root, root, static_cast<double>(a)));
}

// A NaN among the operands of an f64 operation is its result, made quiet; of several, the last listed here that is one.
// An operation on numbers that has no value gives the NaN 0xfff8….
[[gnu::always_inline]] inline double quiet(double nan) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | std::uint64_t{1} << 51);
}
template <class... Operand>
[[gnu::always_inline]] inline double propagate(double result, Operand... operands) {
  double nan = std::bit_cast<double>(0xfff8000000000000u);
  ((nan = operands != operands ? quiet(operands) : nan), ...);
  return result != result ? nan : result;
}

// An exact sum that is zero is -0 if rounding down, unless both terms were +0.
template <rounding Mode, class T>
[[gnu::always_inline]] inline T signed_zero_sum(T sum, T a, T b) {
  if constexpr (Mode != rounding::down) return sum;
  using bits = typename format_of<T>::bits;
  const bits both_positive_mask = (std::bit_cast<bits>(a) | std::bit_cast<bits>(b)) & ~(~bits{0} >> 1);
  const T zero = std::bit_cast<T>(both_positive_mask);
  return sum == 0 ? zero : sum;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
