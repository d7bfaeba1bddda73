#include "warpfold/simt/core/interpreter.hpp"

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/launch_run.hpp"

namespace warpfold::simt {
namespace {

void report_issue(const instruction& i, warp& w) {
  const lane_mask lanes = i.guard.present() ? w.active & w.predicate(i.guard) : w.active;
  const issue_event event{&w.owner->identities[w.index], &i, lanes, w.live};
  for (observer* listener : w.owner->run->listening(observer::issues)) listener->issue(event);
}

// As select_group() does, with less ado where all lanes stand together, and go on or wait for other warps.
bool select_group(warp& w) {
  lane_group& only = w.groups[0];
  if (w.group_count != 1) return w.select_group();
  if (only.state == group_state::at_barrier) return false;
  if (only.state != group_state::ready || only.lanes != w.active) return w.select_group();
  w.current = 0;
  only.waiting_since = ++w.turns;
  return true;
}

template <bool Watched>
void run(warp& w) {
  const std::int32_t begin = w.turn_begin = w.budget;
  while (w.budget > 0 && select_group(w)) {
    const instruction* i = w.groups[static_cast<std::size_t>(w.current)].at;
    do {
      if constexpr (Watched) report_issue(*i, w);
      --w.budget;
      i = i->execute[w.partial](i, w);
      if (i != nullptr && i->leader && w.group_count > 1) i = w.reconverge(i);
    } while (i != nullptr && w.budget > 0);
    if (i != nullptr) w.groups[static_cast<std::size_t>(w.current)].at = i;
  }
  w.owner->cycles += static_cast<std::uint64_t>(begin - w.budget);
}

}  // namespace

void run_warp(warp& w) {
  run<false>(w);
}

void run_warp_watched(warp& w) {
  run<true>(w);
}

}  // namespace warpfold::simt
