// bar.sync, bar.arrive and bar.red: barriers among threads of the block. `bar` is `barrier` with .aligned.
#include "warpfold/simt/core/synchronization.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_bar(const form& f) {
  return bind_barrier_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
