// The lanes have finished.
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_exit(const form&) {
  return {exit_lanes, exit_lanes, guarding::apart};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
