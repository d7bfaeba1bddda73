// Gives registers back or asks for more: there are always enough
#include "warpfold/simt/isa/without_effect.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_setmaxnreg(const form&) {
  return without_effect();
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
