// Integer division as the hardware does it: by zero gives all ones, and the least number divided by -1 wraps.
#pragma once

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

template <class T>
[[gnu::always_inline]] inline bool divides_safely(T a, T b) {
  if constexpr (std::is_signed_v<T>) return b != 0 && !(b == -1 && a == std::numeric_limits<T>::min());
  return b != 0;
}

template <class T>
[[gnu::always_inline]] inline T integer_quotient(T a, T b) {
  return divides_safely(a, b) ? static_cast<T>(a / b) : b == 0 ? static_cast<T>(-1) : a;
}

template <class T>
[[gnu::always_inline]] inline T integer_remainder(T a, T b) {
  return divides_safely(a, b) ? static_cast<T>(a % b) : b == 0 ? static_cast<T>(-1) : T{0};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
