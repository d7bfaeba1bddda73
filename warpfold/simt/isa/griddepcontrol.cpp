// Order between grids that depend on one another: launches here end before the next one begins
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* go_on(const instruction* i, warp&) {
  return i + 1;
}

}  // namespace

bound bind_griddepcontrol(const form&) {
  return {go_on, go_on};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
