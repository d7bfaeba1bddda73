// Brings memory closer: it is as close as it can be
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* go_on(const instruction* i, warp&) {
  return i + 1;
}

}  // namespace

bound bind_prefetchu(const form&) {
  return {go_on, go_on};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
