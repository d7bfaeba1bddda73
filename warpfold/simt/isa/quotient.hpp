// Floating-point quotients rounded once, shared by div and rcp.
#pragma once

#include "warpfold/simt/isa/rounding.hpp"
#include "warpfold/simt/isa/wide.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

template <rounding Mode>
[[gnu::always_inline]] inline float rounded_quotient(float a, float b) {
  if constexpr (Mode == rounding::nearest) return a / b;
  return to_float<Mode>(odd_quotient(a, b));
}

template <rounding Mode>
[[gnu::always_inline]] inline double rounded_quotient(double a, double b) {
  if (Mode == rounding::nearest || !(__builtin_isfinite(a) && __builtin_isfinite(b)) || b == 0) {
    return propagate(a / b, b, a);
  }
  return round_wide<Mode>(quotient(unpack(a), unpack(b)));
}

// div.approx: a times the reciprocal of b, which underflows to zero where b exceeds 2^126.
[[gnu::always_inline]] inline float approximate_quotient(float a, float b) {
  const float quotient = a / b;
  const float magnitude = b < 0 ? -b : b;
  const bool vanishes = magnitude > 0x1p126f && magnitude <= std::numeric_limits<float>::max();
  const float beyond = a * 0.0f * b;  // NaN if a is infinite, else a zero of the quotient's sign
  return vanishes ? beyond : quotient;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
