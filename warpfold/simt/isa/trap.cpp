// Ends the launch with an error.
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_trap(const form&) {
  return {trap_lanes, trap_lanes, guarding::apart};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
