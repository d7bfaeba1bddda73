// The modulus of a complex number, with twice the precision and without overflow or underflow.
#pragma once

#include <cmath>
#include <complex>

#include "warpfold/reduce/number/scaled.hpp"

namespace warpfold {

// √value to within 4 u² relative, u = 2^-53: one Newton step from the rounded root.
WARPFOLD_HOST_DEVICE inline double_double square_root(double_double value) {
  if (value.high == 0) return {0, 0};
  const double root = std::sqrt(value.high);
  const double_double rest = value - two_product(root, root);
  return quick_two_sum(root, rest.high / (2 * root));
}

// |value| for finite parts: normalized, with an even exponent removed before squaring. Its error is below 2^-100
// relative.
template <class T>
WARPFOLD_HOST_DEVICE scaled modulus(std::complex<T> value) {
  const double x = std::fabs(static_cast<double>(value.real()));
  const double y = std::fabs(static_cast<double>(value.imag()));
  scaled larger{{x < y ? y : x, 0}, 0};
  if (larger.significand.high == 0) return {{0, 0}, 0};
  larger.normalize();
  scaled smaller{{x < y ? x : y, 0}, 0};
  if (smaller.significand.high == 0) return larger;
  smaller.normalize();
  const std::int64_t apart = larger.exponent - smaller.exponent;
  if (apart > 120) return larger;
  const double ratio = power_of_two(-static_cast<int>(apart));
  const double scaled_down = smaller.significand.high * ratio;
  const double_double squares =
      two_product(larger.significand.high, larger.significand.high) + two_product(scaled_down, scaled_down);
  scaled result{square_root(squares), larger.exponent};
  result.normalize();
  return result;
}

// The sum of two nonnegative scaled numbers, with an error of at most 2^-103 relative.
WARPFOLD_HOST_DEVICE constexpr scaled add_magnitudes(const scaled& a, const scaled& b) {
  if (a.significand.high == 0) return b;
  if (b.significand.high == 0) return a;
  const bool a_leads = a.exponent >= b.exponent;
  const scaled& larger = a_leads ? a : b;
  const scaled& smaller = a_leads ? b : a;
  const std::int64_t apart = larger.exponent - smaller.exponent;
  if (apart > 200) return larger;
  const double ratio = power_of_two(-static_cast<int>(apart));
  scaled sum{larger.significand + double_double{smaller.significand.high * ratio, smaller.significand.low * ratio},
             larger.exponent};
  sum.normalize();
  return sum;
}

}  // namespace warpfold
