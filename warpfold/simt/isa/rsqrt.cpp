// d = 1 / the square root of a
#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/high_word.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_rsqrt(const form& f) {
  if (f.type() == ptx::type::f64) {
    return with_flag(f.has("ftz"), []<bool HighWord>() {
      return lanewise<double, double>([](double a) {
        const auto reciprocal_root = [](double x) { return 1 / __builtin_sqrt(x); };
        return HighWord ? of_high_word(a, reciprocal_root) : propagate(reciprocal_root(a), a);
      });
    });
  }
  return with_flag(f.has("ftz"), []<bool Flush>() {
    return lanewise<float, float>([](float a) {
      return flush<Flush>(static_cast<float>(1 / __builtin_sqrt(static_cast<double>(flush<Flush>(a)))));
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
