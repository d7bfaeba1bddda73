// Barriers that are objects in shared memory
#include "warpfold/simt/core/mbarrier.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mbarrier(const form& f) {
  return bind_mbarrier_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
