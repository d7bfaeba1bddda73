// The comparison operators of set, setp and their like (ISA 9.7.6).
#pragma once

#include <type_traits>

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// make(comparison) with the operator that the form names, a lambda of two values of type T. Ordered comparisons of
// floating-point numbers are false if either is NaN; those with `u` appended are true.
template <class T, class Make>
bound for_comparison(const form& f, Make make) {
  if (f.has("eq")) return make([](T a, T b) { return a == b; });
  if (f.has("lt") || f.has("lo")) return make([](T a, T b) { return a < b; });
  if (f.has("le") || f.has("ls")) return make([](T a, T b) { return a <= b; });
  if (f.has("gt") || f.has("hi")) return make([](T a, T b) { return a > b; });
  if (f.has("ge") || f.has("hs")) return make([](T a, T b) { return a >= b; });
  if constexpr (std::is_integral_v<T>) {
    if (f.has("ne")) return make([](T a, T b) { return a != b; });
  } else {
    if (f.has("ne")) return make([](T a, T b) { return a < b || a > b; });
    if (f.has("equ")) return make([](T a, T b) { return !(a < b || a > b); });
    if (f.has("neu")) return make([](T a, T b) { return !(a == b); });
    if (f.has("ltu")) return make([](T a, T b) { return !(a >= b); });
    if (f.has("leu")) return make([](T a, T b) { return !(a > b); });
    if (f.has("gtu")) return make([](T a, T b) { return !(a <= b); });
    if (f.has("geu")) return make([](T a, T b) { return !(a < b); });
    if (f.has("num")) return make([](T a, T b) { return a == a && b == b; });
    if (f.has("nan")) return make([](T a, T b) { return a != a || b != b; });
  }
  return {};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
