// fence.sc by its old name: .cta for the block, .gl for the GPU, .sys
#include "warpfold/simt/core/fence.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_membar(const form& f) {
  return bind_fence_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
