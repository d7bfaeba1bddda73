// d = the square root of a, rounded once in the approximate form too
#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/wide.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

template <rounding Mode>
[[gnu::always_inline]] inline float rounded_root(float a) {
  if constexpr (Mode == rounding::nearest) return __builtin_sqrtf(a);
  return to_float<Mode>(odd_root(a));
}

template <rounding Mode>
[[gnu::always_inline]] inline double rounded_root(double a) {
  if (Mode == rounding::nearest || !__builtin_isfinite(a) || !(a > 0)) return propagate(__builtin_sqrt(a), a);
  return round_wide<Mode>(square_root(unpack(a)));
}

}  // namespace

bound bind_sqrt(const form& f) {
  return with_rounding(f, [&]<rounding Mode>() {
    if (f.type() == ptx::type::f64) return lanewise<double, double>([](double a) { return rounded_root<Mode>(a); });
    return with_flag(f.has("ftz"), []<bool Flush>() {
      return lanewise<float, float>([](float a) { return flush<Flush>(rounded_root<Mode>(flush<Flush>(a))); });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
