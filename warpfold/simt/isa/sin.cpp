// d = the sine of a, in radians
#include "warpfold/simt/isa/transcendental.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_sin(const form& f) {
  return transcendental(f, [](double a) { return __builtin_sin(a); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
