// f64 arithmetic rounded in any direction: exact in integers of 128 bits, then rounded once. Not vectorized; the plain
// forms (.rn) use the host's own arithmetic.
#pragma once

#include <bit>
#include <cstdint>

#include "warpfold/simt/isa/product.hpp"
#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// (-1)^negative * significand * 2^exponent. The lowest bit of the significand may stand for a nonzero remainder.
struct wide {
  bool negative = false;
  int exponent = 0;
  uint128 significand = 0;
};

[[gnu::always_inline]] inline int bit_length(uint128 value) {
  const std::uint64_t high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

// value >> by, with the lowest bit set if anything was lost.
[[gnu::always_inline]] inline uint128 shift_right_odd(uint128 value, int by) {
  if (by <= 0) return value;
  if (by > 127) return value != 0 ? 1 : 0;
  const uint128 kept = value >> by;
  return kept | ((kept << by) != value ? 1 : 0);
}

// Of a finite value.
[[gnu::always_inline]] inline wide unpack(double value) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & 0xfffffffffffffu;
  return {bits >> 63 != 0, (field == 0 ? 1 : field) - 1075, field == 0 ? fraction : fraction | std::uint64_t{1} << 52};
}

// Rounds to f64; a zero significand gives a zero of the sign.
template <rounding Mode>
[[gnu::always_inline]] inline double round_wide(wide value) {
  constexpr int precision = 53, length = 62, least_exponent = -1074;
  const std::uint64_t sign = std::uint64_t{value.negative} << 63;
  if (value.significand == 0) return std::bit_cast<double>(sign);
  const int excess = bit_length(value.significand) - length;
  const uint128 aligned =
      excess > 0 ? shift_right_odd(value.significand, excess) : value.significand << (excess > 0 ? 0 : -excess);
  const std::uint64_t significand = static_cast<std::uint64_t>(aligned);
  const int exponent = value.exponent + excess;

  const int normal_shift = length - precision, subnormal_shift = least_exponent - exponent;
  const int wanted = normal_shift > subnormal_shift ? normal_shift : subnormal_shift;
  const int shift = wanted < 63 ? wanted : 63;
  const std::uint64_t kept = significand >> shift;
  const std::uint64_t half = std::uint64_t{1} << (shift - 1), rest = significand & (2 * half - 1);
  bool increment = false;
  if (Mode == rounding::nearest) increment = rest > half || (rest == half && (kept & 1) != 0);
  if (Mode == rounding::down) increment = rest != 0 && value.negative;
  if (Mode == rounding::up) increment = rest != 0 && !value.negative;

  // The leading bit of a normal number's significand adds 1 to the exponent field.
  constexpr std::uint64_t infinity = binary64::infinity;
  const int field = wanted > normal_shift ? 0 : exponent + shift - least_exponent;
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(field < 2047 ? field : 2047) << 52) + kept + (increment ? 1 : 0);
  if (magnitude < infinity) return std::bit_cast<double>(sign | magnitude);
  const bool stays_finite =
      Mode == rounding::zero || (Mode == rounding::down && !value.negative) || (Mode == rounding::up && value.negative);
  return std::bit_cast<double>(sign | (infinity - (stays_finite ? 1 : 0)));
}

[[gnu::always_inline]] inline wide product(wide a, wide b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.significand * b.significand};
}

// The sum; a zero result has the sign that the mode gives it.
template <rounding Mode>
[[gnu::always_inline]] inline wide sum(wide a, wide b) {
  constexpr int top = 126;  // of the leading bit, so that a carry fits
  if (a.significand == 0 || b.significand == 0) {
    if (a.significand == 0 && b.significand == 0 && a.negative != b.negative) a.negative = Mode == rounding::down;
    return a.significand == 0 && b.significand != 0 ? b : a;
  }
  const int shift_a = top - bit_length(a.significand), shift_b = top - bit_length(b.significand);
  a = {a.negative, a.exponent - shift_a, a.significand << shift_a};
  b = {b.negative, b.exponent - shift_b, b.significand << shift_b};
  const bool swap = a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand);
  const wide larger = swap ? b : a, smaller = swap ? a : b;
  const uint128 aligned = shift_right_odd(smaller.significand, larger.exponent - smaller.exponent);
  if (a.negative == b.negative) return {larger.negative, larger.exponent, larger.significand + aligned};
  const uint128 difference = larger.significand - aligned;
  return {difference == 0 ? Mode == rounding::down : larger.negative, larger.exponent, difference};
}

// Of finite values, the divisor not zero.
[[gnu::always_inline]] inline wide quotient(wide a, wide b) {
  const int shift_a = 127 - bit_length(a.significand);  // leaves at least 127 - 53 bits of quotient
  const uint128 numerator = a.significand << (a.significand == 0 ? 0 : shift_a);
  const uint128 whole = numerator / b.significand;
  const uint128 remainder = numerator % b.significand;
  return {a.negative != b.negative, a.exponent - (a.significand == 0 ? 0 : shift_a) - b.exponent,
          whole | (remainder != 0 ? 1 : 0)};
}

// Of a finite value that is not negative, by digits.
[[gnu::always_inline]] inline wide square_root(wide a) {
  int shift = 125 - bit_length(a.significand);
  if (((a.exponent - shift) & 1) != 0) --shift;
  uint128 rest = a.significand << shift, root = 0;
  for (uint128 digit = uint128{1} << 124; digit != 0; digit >>= 2) {
    const bool take = rest >= root + digit;
    if (take) rest -= root + digit;
    root = (root >> 1) + (take ? digit : 0);
  }
  // root has 62 or 63 bits; one more stands for the remainder.
  return {false, (a.exponent - shift) / 2 - 1, root << 1 | (rest != 0 ? 1 : 0)};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
