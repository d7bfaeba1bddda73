// Waits a while: others run first
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* sleep(const instruction* i, warp& w) {
  w.poll();
  return i + 1;
}

}  // namespace

bound bind_nanosleep(const form&) {
  return {sleep, sleep};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
