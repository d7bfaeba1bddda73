// The one place where exact results become floating-point numbers: to nearest, ties to even, straight to the type.
#pragma once

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/int128.hpp"

namespace warpfold::exact {

// A nonnegative real known by its leading bits: it is significand · 2^exponent, or, where inexact, lies strictly
// between that and (significand + 1) · 2^exponent.
struct truncated {
  uint128 significand;
  int exponent;
  bool inexact;
};

// The nearest T to the real (its negation if negative); subnormal and infinite where it must be.
// An inexact real must be known to more than float_format<T>::precision leading bits.
template <floating T>
WARPFOLD_HOST_DEVICE constexpr T round_to_nearest(const truncated& real, bool negative) {
  using format = float_format<T>;
  using bits_type = typename format::bits_type;
  const bits_type sign = negative ? format::sign_bit : bits_type{0};
  const int length = bit_length(real.significand);
  if (length == 0) return from_bits<T>(sign);

  // The weight of the result's last bit is 2^last.
  const int leading = real.exponent + length - 1;
  const int last = leading - (format::precision - 1) > format::least_exponent ? leading - (format::precision - 1)
                                                                              : format::least_exponent;
  constexpr int exponents = static_cast<int>(format::infinity_bits >> (format::precision - 1));
  if (last - format::least_exponent >= exponents) {
    return from_bits<T>(static_cast<bits_type>(sign | format::infinity_bits));
  }

  const int dropped = last - real.exponent;
  if (dropped > length) return from_bits<T>(sign);  // below half of the least subnormal
  bits_type kept = 0;
  if (dropped <= 0) {
    kept = static_cast<bits_type>(real.significand << -dropped);
  } else {
    // dropped may be 128, too much for one shift.
    const uint128 twice_kept = real.significand >> (dropped - 1);
    const uint128 remainder = real.significand - (twice_kept << (dropped - 1));
    kept = static_cast<bits_type>(twice_kept >> 1);
    const bool half = (twice_kept & 1) != 0;
    const bool beyond_half = remainder != 0 || real.inexact;
    if (half && (beyond_half || (kept & 1) != 0)) ++kept;
  }
  // The implicit bit, and a carry out of the significand, move into the exponent field, which is what they mean.
  const auto steps = static_cast<std::uint64_t>(last - format::least_exponent);
  const auto magnitude_bits = static_cast<std::uint64_t>(kept) + (steps << (format::precision - 1));
  if (magnitude_bits >= format::infinity_bits) {
    return from_bits<T>(static_cast<bits_type>(sign | format::infinity_bits));
  }
  return from_bits<T>(static_cast<bits_type>(sign | magnitude_bits));
}

}  // namespace warpfold::exact
