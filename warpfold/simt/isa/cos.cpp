// d = the cosine of a, in radians
#include "warpfold/simt/isa/turns.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_cos(const form& f) {
  return of_turns(f, [](double radians) { return __builtin_cos(radians); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
