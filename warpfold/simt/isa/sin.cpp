// d = the sine of a, in radians
#include "warpfold/simt/isa/turns.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_sin(const form& f) {
  return of_turns(f, [](double radians) { return __builtin_sin(radians); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
