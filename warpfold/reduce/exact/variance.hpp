// The correctly rounded variance and standard deviation of an exact sum and an exact sum of squares.
#pragma once

#include "warpfold/reduce/exact/square_root.hpp"

namespace warpfold::exact {
namespace detail {

// count · Σx² - (Σx)², which the variance's divisor count · (count - ddof) divides. Never negative.
template <int Digits, int LeastExponent, int SquareDigits, int SquareExponent>
WARPFOLD_HOST_DEVICE constexpr auto scaled_deviations(const basic_accumulator<Digits, LeastExponent>& sum,
                                                      const basic_accumulator<SquareDigits, SquareExponent>& squares,
                                                      std::uint64_t count) {
  constexpr int limbs = SquareDigits / 2 + 4;
  const auto total = value_of(sum);
  const auto minuend = value_of(squares);
  const auto subtrahend = product(total.magnitude, total.magnitude);
  const auto scaled_minuend = product(minuend.magnitude, natural<1>(count));
  const int subtrahend_exponent = 2 * total.exponent;
  const int exponent = minuend.exponent < subtrahend_exponent ? minuend.exponent : subtrahend_exponent;
  dyadic<limbs> result;
  result.exponent = exponent;
  result.magnitude = difference(shifted_left<limbs>(scaled_minuend, minuend.exponent - exponent),
                                shifted_left<limbs>(subtrahend, subtrahend_exponent - exponent));
  return result;
}

template <class T, class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr bool variance_undefined(const Sum& sum, const Squares& squares, std::uint64_t count,
                                                       std::int64_t ddof) {
  const bool degrees_left = ddof < 0 || count > static_cast<std::uint64_t>(ddof);
  return count == 0 || !degrees_left || !sum.counts().finite() || !squares.counts().finite();
}

}  // namespace detail

// (Σx² - (Σx)² / count) / (count - ddof), rounded once; NaN where count - ddof ≤ 0 or an element is not finite.
template <floating T, class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr T variance(const Sum& sum, const Squares& squares, std::uint64_t count,
                                          std::int64_t ddof) {
  if (detail::variance_undefined<T>(sum, squares, count, ddof)) return from_bits<T>(float_format<T>::nan_bits);
  const auto deviations = detail::scaled_deviations(sum, squares, count);
  const std::uint64_t degrees = count - static_cast<std::uint64_t>(ddof);
  return round_to_nearest<T>(quotient(deviations.magnitude, deviations.exponent, count, degrees, 64), false);
}

// The square root of the variance, rounded once.
template <floating T, class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr T standard_deviation(const Sum& sum, const Squares& squares, std::uint64_t count,
                                                    std::int64_t ddof) {
  if (detail::variance_undefined<T>(sum, squares, count, ddof)) return from_bits<T>(float_format<T>::nan_bits);
  const auto deviations = detail::scaled_deviations(sum, squares, count);
  const std::uint64_t degrees = count - static_cast<std::uint64_t>(ddof);
  return round_to_nearest<T>(square_root(deviations.magnitude, deviations.exponent, count, degrees), false);
}

}  // namespace warpfold::exact
