// The fast sum of complex numbers, part by part: a device cannot add std::complex.
#pragma once

#include <complex>
#include <cstdint>

#include "warpfold/reduce/number/fast.hpp"
#include "warpfold/reduce/operator.hpp"

namespace warpfold::gpu {

// Its state has the bytes of operators::fast_sum's.
template <class T>
class complex_sum {
 public:
  using element_type = std::complex<T>;
  struct state {
    double real;
    double imaginary;
  };
  static constexpr warpfold::laws laws{.associative = false};

  WARPFOLD_HOST_DEVICE constexpr state identity() const { return {-0.0, -0.0}; }
  WARPFOLD_HOST_DEVICE constexpr void absorb(state& so_far, element_type element, std::int64_t) const {
    so_far.real += static_cast<double>(element.real());
    so_far.imaginary += static_cast<double>(element.imag());
  }
  WARPFOLD_HOST_DEVICE constexpr void combine(state& left, const state& right) const {
    left.real += right.real;
    left.imaginary += right.imaginary;
  }
};

}  // namespace warpfold::gpu
