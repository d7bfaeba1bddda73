#include "warpfold/simt/core/guard.hpp"

#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

const instruction* mask_by_guard(const instruction* i, warp& w) {
  const lane_mask before = w.active, holds = before & w.predicate(i->guard);
  if (holds == 0) return i + 1;
  if (holds == before) return i->body[w.partial](i, w);
  w.set_active(holds);
  const instruction* const next = i->body[1](i, w);
  w.set_active(before);
  return next;
}

const instruction* part_by_guard(const instruction* i, warp& w) {
  const lane_mask holds = w.active & w.predicate(i->guard);
  if (holds == 0) return i + 1;
  if (holds == w.active) return i->body[w.partial](i, w);
  // Those that part at `i` read the guard again, where it now holds for all of them.
  return w.part(holds, i, i + 1, i + 1);
}

}  // namespace warpfold::simt
