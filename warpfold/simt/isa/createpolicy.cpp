// d = a policy for the L2 cache. No cache is imitated, so that it says nothing: 0.
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* make_policy(const instruction* i, warp& w) {
  std::uint64_t* const policy = w.column<std::uint64_t>(i->operand[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) policy[lane] = w.active_lanes[lane] != 0 ? 0 : policy[lane];
  return i + 1;
}

}  // namespace

bound bind_createpolicy(const form&) {
  return {make_policy, make_policy};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
