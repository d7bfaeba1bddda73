// d = the cosine of a, in radians
#include "warpfold/simt/isa/transcendental.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_cos(const form& f) {
  return transcendental(f, [](double a) { return __builtin_cos(a); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
