// Orders the memory accesses of the lanes
#include "warpfold/simt/core/fence.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_fence(const form& f) {
  return bind_fence_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
