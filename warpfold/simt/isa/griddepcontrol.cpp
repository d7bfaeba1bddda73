// Order between grids that depend on one another: launches here end before the next one begins
#include "warpfold/simt/isa/without_effect.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_griddepcontrol(const form&) {
  return without_effect();
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
