// Goes to a label; lanes whose guard does not hold go on with the next instruction.
#include "warpfold/simt/core/reports.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* jump(const instruction* i, warp&) {
  return i->target;
}

template <bool Watched>
const instruction* branch(const instruction* i, warp& w) {
  const lane_mask taken = w.active & (i->guard.present() ? w.predicate(i->guard) : all_lanes);
  if constexpr (Watched) report_branch(i, w, taken);
  if (taken == 0) return i + 1;
  if (taken == w.active) return i->target;
  return w.part(taken, i->target, i + 1, i->reconvergence);
}

}  // namespace

bound bind_bra(const form& f) {
  if (f.watched()) return {branch<true>, branch<true>, guarding::own};
  if (!f.guarded()) return {jump, jump, guarding::own};
  return {branch<false>, branch<false>, guarding::own};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
