// Brings memory closer: it is as close as it can be
#include "warpfold/simt/isa/without_effect.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_prefetch(const form&) {
  return without_effect();
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
