// d = memory at [a]; memory at [a] = operation(memory at [a], b, c), indivisibly
#include "warpfold/simt/isa/atomic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_atom(const form& f) {
  return bind_atomic(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
