// Double precision for accuracy::fast: wide enough that sums of the narrower floats neither overflow nor lose bits that
// their result could show.
#pragma once

#include <complex>
#include <concepts>

#include "warpfold/reduce/finish.hpp"
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

// Rounded once.
template <exact::floating R>
R from_fast(double value) {
  if constexpr (std::floating_point<R>) {
    return static_cast<R>(value);
  } else {
    return std::isfinite(value) ? round_to<R>(double_double{value, 0}) : static_cast<R>(static_cast<float>(value));
  }
}
template <complex_element R>
R from_fast(std::complex<double> value) {
  return R(value);
}

}  // namespace warpfold
