// d = the hyperbolic tangent of a
#include "warpfold/simt/isa/transcendental.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_tanh(const form& f) {
  return transcendental(f, [](double a) { return __builtin_tanh(a); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
