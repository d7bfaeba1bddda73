// memory at [a] = operation(memory at [a], b), indivisibly
#include "warpfold/simt/isa/atomic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_red(const form& f) {
  return bind_atomic(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
