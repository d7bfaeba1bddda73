// The correctly rounded variance and standard deviation of an exact sum and an exact sum of squares.
#pragma once

#include "warpfold/reduce/exact/square_root.hpp"

namespace warpfold::exact {

// Σ(x - mean)² times count, exactly: count · Σx² - (Σx)². Never negative. The two terms, moved to one exponent, must be
// of no more than Limbs limbs.
template <int Limbs, int SumLimbs, int SquareLimbs>
WARPFOLD_HOST_DEVICE_CALL constexpr dyadic<Limbs> scaled_deviations(const dyadic<SumLimbs>& sum,
                                                                    const dyadic<SquareLimbs>& squares,
                                                                    std::uint64_t count) {
  const auto subtrahend = product(sum.magnitude, sum.magnitude);
  const auto minuend = product(squares.magnitude, natural<1>(count));
  const int subtrahend_exponent = 2 * sum.exponent;
  const int exponent = squares.exponent < subtrahend_exponent ? squares.exponent : subtrahend_exponent;
  return {difference<Limbs>(minuend, squares.exponent - exponent, subtrahend, subtrahend_exponent - exponent), exponent,
          false};
}

// What scaled_deviations gives over count (count - ddof), rounded once. count > ddof.
template <floating T, int Limbs>
WARPFOLD_HOST_DEVICE constexpr T variance_of(const dyadic<Limbs>& deviations, std::uint64_t count, std::int64_t ddof) {
  const std::uint64_t degrees = count - static_cast<std::uint64_t>(ddof);
  return round_to_nearest<T>(quotient(deviations.magnitude, deviations.exponent, count, degrees, 64), false);
}
// Its square root, rounded once.
template <floating T, int Limbs>
WARPFOLD_HOST_DEVICE constexpr T standard_deviation_of(const dyadic<Limbs>& deviations, std::uint64_t count,
                                                       std::int64_t ddof) {
  const std::uint64_t degrees = count - static_cast<std::uint64_t>(ddof);
  return round_to_nearest<T>(square_root(deviations.magnitude, deviations.exponent, count, degrees), false);
}

// Whether there is a variance of so many elements.
WARPFOLD_HOST_DEVICE constexpr bool degrees_left(std::uint64_t count, std::int64_t ddof) {
  return count != 0 && (ddof < 0 || count > static_cast<std::uint64_t>(ddof));
}

namespace detail {

template <class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr auto scaled_deviations(const Sum& sum, const Squares& squares, std::uint64_t count) {
  constexpr int limbs = decltype(value_of(squares).magnitude)::limbs + 3;
  return exact::scaled_deviations<limbs>(value_of(sum), value_of(squares), count);
}

template <class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr bool variance_undefined(const Sum& sum, const Squares& squares, std::uint64_t count,
                                                       std::int64_t ddof) {
  return !degrees_left(count, ddof) || !sum.counts().finite() || !squares.counts().finite();
}

}  // namespace detail

// (Σx² - (Σx)² / count) / (count - ddof), rounded once; NaN where count - ddof ≤ 0 or an element is not finite.
template <floating T, class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr T variance(const Sum& sum, const Squares& squares, std::uint64_t count,
                                          std::int64_t ddof) {
  if (detail::variance_undefined(sum, squares, count, ddof)) return from_bits<T>(float_format<T>::nan_bits);
  return variance_of<T>(detail::scaled_deviations(sum, squares, count), count, ddof);
}

// The square root of the variance, rounded once.
template <floating T, class Sum, class Squares>
WARPFOLD_HOST_DEVICE constexpr T standard_deviation(const Sum& sum, const Squares& squares, std::uint64_t count,
                                                    std::int64_t ddof) {
  if (detail::variance_undefined(sum, squares, count, ddof)) return from_bits<T>(float_format<T>::nan_bits);
  return standard_deviation_of<T>(detail::scaled_deviations(sum, squares, count), count, ddof);
}

}  // namespace warpfold::exact
