// Counts a performance event that nobody watches
#include "warpfold/simt/isa/without_effect.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_pmevent(const form&) {
  return without_effect();
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
