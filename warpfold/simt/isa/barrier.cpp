// barrier.sync, barrier.arrive and barrier.red among threads of the block; barrier.cluster among those of the cluster.
#include "warpfold/simt/core/synchronization.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_barrier(const form& f) {
  return bind_barrier_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
