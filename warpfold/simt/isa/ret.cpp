// Goes back to the caller; in a kernel, the lanes have finished.
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_ret(const form& f) {
  const handler leave = f.in_kernel() ? exit_lanes : return_to_caller;
  return {leave, leave, guarding::apart};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
