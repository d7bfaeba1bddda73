// d = 2 to the power of a
#include "warpfold/simt/isa/transcendental.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_ex2(const form& f) {
  return transcendental(f, [](double a) { return __builtin_exp2(a); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
