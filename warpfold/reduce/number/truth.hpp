// Whether an element counts as true: not zero. NaN is true, and so is a complex number with either part not zero.
#pragma once

#include <complex>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/number/order_key.hpp"

namespace warpfold {

template <ordered_element T>
WARPFOLD_HOST_DEVICE constexpr bool is_true(T value) {
  return value_key(value) != order_key(T{});
}

template <class T>
WARPFOLD_HOST_DEVICE constexpr bool is_true(std::complex<T> value) {
  return is_true(value.real()) || is_true(value.imag());
}

}  // namespace warpfold
