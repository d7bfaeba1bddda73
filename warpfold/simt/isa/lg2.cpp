// d = the logarithm of a to base 2
#include "warpfold/simt/isa/transcendental.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_lg2(const form& f) {
  return transcendental(f, [](double a) { return __builtin_log2(a); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
