// Double precision for accuracy::fast: wide enough that sums of the narrower floats neither overflow nor lose bits that
// their result could show.
#pragma once

#include <cmath>
#include <complex>
#include <concepts>

#include "warpfold/reduce/finish.hpp"
#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/number/result_type.hpp"

namespace warpfold {

// What a T is summed in.
template <element T>
using fast_value = std::conditional_t<is_complex_element<T>, std::complex<double>, double>;

template <element T>
WARPFOLD_HOST_DEVICE constexpr fast_value<T> to_fast(T element) {
  if constexpr (complex_element<T>) {
    return {element.real(), element.imag()};
  } else {
    return static_cast<double>(element);
  }
}

// value / divisor, of complex numbers part by part: a device cannot divide std::complex.
WARPFOLD_HOST_DEVICE constexpr double fast_quotient(double value, double divisor) {
  return value / divisor;
}
WARPFOLD_HOST_DEVICE constexpr std::complex<double> fast_quotient(std::complex<double> value, double divisor) {
  return {value.real() / divisor, value.imag() / divisor};
}

// What nothing has been added to yet: the sum of no elements is +0, and of nothing but -0 it is -0.
template <class Value>
inline constexpr Value fast_identity = Value(-0.0);
template <>
inline constexpr std::complex<double> fast_identity<std::complex<double>> = {-0.0, -0.0};

// Rounded once; any NaN becomes the one positive quiet NaN.
template <exact::floating R>
WARPFOLD_HOST_DEVICE R from_fast(double value) {
  if (value != value) return canonical_nan<R>();
  if constexpr (std::floating_point<R>) {
    return static_cast<R>(value);
  } else {
    return std::isfinite(value) ? round_to<R>(double_double{value, 0}) : static_cast<R>(static_cast<float>(value));
  }
}
template <complex_element R>
WARPFOLD_HOST_DEVICE R from_fast(std::complex<double> value) {
  using part = typename R::value_type;
  return {from_fast<part>(value.real()), from_fast<part>(value.imag())};
}

}  // namespace warpfold
