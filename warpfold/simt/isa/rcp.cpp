// d = 1 / a, rounded once in the approximate form too
#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/high_word.hpp"
#include "warpfold/simt/isa/quotient.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_rcp(const form& f) {
  if (f.type() == ptx::type::f64 && f.has("approx")) {
    return lanewise<double, double>([](double a) { return of_high_word(a, [](double x) { return 1 / x; }); });
  }
  return with_rounding(f, [&]<rounding Mode>() {
    if (f.type() == ptx::type::f64)
      return lanewise<double, double>([](double a) { return rounded_quotient<Mode>(1.0, a); });
    return with_flag(f.has("ftz"), []<bool Flush>() {
      return lanewise<float, float>(
          [](float a) { return flush<Flush>(rounded_quotient<Mode>(1.0f, flush<Flush>(a))); });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
