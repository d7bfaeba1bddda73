// The comparison operators of set, setp and their like (ISA 9.7.6), and what they are combined with.
#pragma once

#include <type_traits>

#include "warpfold/simt/isa/arithmetic.hpp"
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

// What values of an operand type are compared as: halves as floats, which hold them exactly.
template <class T>
using compared = std::conditional_t<std::is_arithmetic_v<T>, T, float>;

template <bool Flush, class T>
[[gnu::always_inline]] inline compared<T> to_compare(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return flush<Flush>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else {
    return widen(flush_half<Flush>(value));
  }
}

template <bool Flush, class Comparison, class T>
[[gnu::always_inline]] inline bool holds(T a, T b) {
  return Comparison{}(to_compare<Flush>(a), to_compare<Flush>(b));
}

// The lanes in which the comparison of two operands of type T holds.
template <class T, bool Flush, class Comparison>
[[gnu::always_inline]] inline lane_mask lanes_where(const source<T>& a, const source<T>& b) {
  alignas(64) std::int32_t results[lanes_per_warp];
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) results[lane] = holds<Flush, Comparison>(a[lane], b[lane]) ? -1 : 0;
  return lanes_with_sign(results);
}

// make.operator()<T, Flush>() of the type compared.
template <class Make>
bound for_compared_type(const form& f, Make make) {
  if (const bound exact =
          for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t, double>(
              f.type(), [&]<class T>(tag<T>) { return make.template operator()<T, false>(); })) {
    return exact;
  }
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return for_type<float, f16, f16x2, bf16, bf16x2>(
        f.type(), [&]<class T>(tag<T>) { return make.template operator()<T, Flush>(); });
  });
}

// The boolean operator that combines a comparison with a predicate.
enum class combination : std::uint32_t { none, both, either, one };

inline combination combination_of(const form& f) {
  if (f.has("and")) return combination::both;
  if (f.has("or")) return combination::either;
  return f.has("xor") ? combination::one : combination::none;
}

[[gnu::always_inline]] inline lane_mask combined(combination how, lane_mask lanes, lane_mask with) {
  return how == combination::both ? lanes & with : how == combination::either ? lanes | with : lanes ^ with;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
