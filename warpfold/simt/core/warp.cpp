#include "warpfold/simt/core/warp.hpp"

#include <algorithm>
#include <bit>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/joint_collective.hpp"
#include "warpfold/simt/core/launch_run.hpp"

namespace warpfold::simt {
namespace {

// Passes through block boundaries, with others waiting, before the group that waited longest goes on for as many.
constexpr int patience_of_warp = 1024;
constexpr int patience_per_poll = 64;

// warp::active_lanes of four lanes, by their mask.
using four_lanes = std::array<std::uint32_t, 4>;
constexpr auto active_of_mask = [] {
  std::array<four_lanes, 16> of_mask{};
  for (std::size_t mask = 0; mask < 16; ++mask) {
    for (std::size_t lane = 0; lane < 4; ++lane) of_mask[mask][lane] = (mask >> lane & 1) != 0 ? ~0u : 0u;
  }
  return of_mask;
}();

}  // namespace

void warp::set_active(lane_mask lanes) {
  active = lanes;
  partial = lanes != all_lanes ? 1 : 0;
  for (int first = 0; first < lanes_per_warp; first += 4) {
    std::ranges::copy(active_of_mask[lanes >> first & 15], active_lanes + first);
  }
}

const instruction* warp::run_group(int n) {
  current = n;
  lane_group& group = groups[static_cast<std::size_t>(n)];
  group.waiting_since = ++turns;
  if (group.lanes != active) set_active(group.lanes);
  return group.at;
}

void warp::remove_group(int n) {
  if (owner->run->lockstep) {
    std::copy(groups.begin() + n + 1, groups.begin() + group_count, groups.begin() + n);
    --group_count;
    if (current > n) --current;
    return;
  }
  --group_count;
  if (n != group_count) groups[static_cast<std::size_t>(n)] = groups[static_cast<std::size_t>(group_count)];
  if (current == group_count) current = n;
}

const instruction* warp::part(lane_mask taken, const instruction* target, const instruction* otherwise,
                              const instruction* join) {
  lane_group& running = groups[static_cast<std::size_t>(current)];
  const lane_mask rest = running.lanes & ~taken;
  if (owner->run->lockstep) {
    // The running group becomes the join of its parts, unless the parts end where it does.
    const instruction* const end = running.reconvergence;
    if (join != nullptr && join != end) {
      running.at = join;
      running.state = group_state::joining;
    } else {
      --group_count;
    }
    const auto push = [&](lane_mask lanes, const instruction* at) {
      if (at == join) return;
      groups[static_cast<std::size_t>(group_count++)] = {at, lanes, group_state::ready, 0, 0, nullptr, join};
    };
    push(rest, otherwise);
    push(taken, target);
    lane_group& top = groups[static_cast<std::size_t>(group_count) - 1];
    top.state = group_state::ready;
    return run_group(group_count - 1);
  }
  const bool target_first = target->order < otherwise->order;
  running.lanes = target_first ? taken : rest;
  groups[static_cast<std::size_t>(group_count++)] = {
      target_first ? otherwise : target, target_first ? rest : taken, group_state::ready, 0, turns, nullptr, nullptr};
  set_active(running.lanes);
  if (group_count == 2) {
    patience = patience_of_warp;
    yielding = false;
  }
  return target_first ? target : otherwise;
}

void warp::keep(lane_mask lanes, const instruction* i) {
  lane_group& running = groups[static_cast<std::size_t>(current)];
  lane_group& made = groups[static_cast<std::size_t>(group_count++)] = running;
  running.at = made.at = i;
  const lane_mask rest = running.lanes & ~lanes;
  if (owner->run->lockstep) {  // those that go on are on top
    made.lanes = lanes;
    running.lanes = rest;
    current = group_count - 1;
  } else {
    running.lanes = lanes;
    made.lanes = rest;
    if (group_count == 2) {
      patience = patience_of_warp;
      yielding = false;
    }
  }
  set_active(lanes);
}

void warp::merge_ready_at(const instruction* next) {
  for (int n = 0; n < group_count; ++n) {
    if (n == current) continue;
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (other.at != next || other.state != group_state::ready) continue;
    groups[static_cast<std::size_t>(current)].lanes |= other.lanes;
    remove_group(n--);
  }
}

const instruction* warp::reconverge(const instruction* next) {
  lane_group& running = groups[static_cast<std::size_t>(current)];
  if (owner->run->lockstep) {
    if (next != running.reconvergence) return next;
    --group_count;
    groups[static_cast<std::size_t>(group_count) - 1].state = group_state::ready;
    const instruction* const at = run_group(group_count - 1);
    return group_count > 1 ? reconverge(at) : at;
  }
  running.at = next;
  merge_ready_at(next);
  if (--patience < 0) {
    yielding = !yielding;
    patience = patience_of_warp;
    if (yielding) return run_group(longest_waiting());
  }
  const int chosen = yielding ? current : lowest_ready();
  if (chosen != current) return run_group(chosen);
  if (const lane_mask lanes = groups[static_cast<std::size_t>(current)].lanes; lanes != active) set_active(lanes);
  return next;
}

// The running group included.
int warp::lowest_ready() const {
  int chosen = current;
  for (int n = 0; n < group_count; ++n) {
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (other.state != group_state::ready) continue;
    if (other.at->order < groups[static_cast<std::size_t>(chosen)].at->order) chosen = n;
  }
  return chosen;
}

int warp::longest_waiting() const {
  int chosen = current;
  for (int n = 0; n < group_count; ++n) {
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (other.state != group_state::ready) continue;
    if (other.waiting_since < groups[static_cast<std::size_t>(chosen)].waiting_since) chosen = n;
  }
  return chosen;
}

bool warp::select_group() {
  if (group_count == 1 && groups[0].state != group_state::at_warp_sync) {  // the most common case
    if (groups[0].state != group_state::ready && groups[0].state != group_state::joining) return false;
    groups[0].state = group_state::ready;
    run_group(0);
    return true;
  }
  if (owner->run->lockstep) {
    if (group_count == 0) return false;
    current = group_count - 1;
    if (groups[static_cast<std::size_t>(current)].state == group_state::joining) {
      groups[static_cast<std::size_t>(current)].state = group_state::ready;
    }
    if (groups[static_cast<std::size_t>(current)].state != group_state::ready) return false;
    run_group(current);
    return true;
  }
  int chosen = -1;
  int ready = 0;
  for (int n = 0; n < group_count; ++n) {
    const lane_group& candidate = groups[static_cast<std::size_t>(n)];
    if (candidate.state != group_state::ready) continue;
    ++ready;
    const auto goes_before = [&](const lane_group& other) {
      if (owner->run->seeded()) return owner->run->random_below(static_cast<std::uint32_t>(ready)) == 0;
      return candidate.at->order < other.at->order;
    };
    if (chosen == -1 || goes_before(groups[static_cast<std::size_t>(chosen)])) chosen = n;
  }
  if (chosen == -1) chosen = given_up();
  if (chosen == -1) return false;
  current = chosen;
  if (!owner->run->seeded()) merge_ready_at(groups[static_cast<std::size_t>(chosen)].at);
  run_group(current);
  return true;
}

void warp::scatter() {
  launch_run& run = *owner->run;
  if (run.lockstep || group_count == 0 || group_count == lanes_per_warp) return;
  lane_group& group = groups[run.random_below(static_cast<std::uint32_t>(group_count))];
  const lane_mask leaving = group.lanes & run.random_lanes();
  if (group.state != group_state::ready || leaving == 0 || leaving == group.lanes) return;
  group.lanes &= ~leaving;
  lane_group& made = groups[static_cast<std::size_t>(group_count++)] = group;
  made.lanes = leaving;
}

void warp::exit_active() {
  const lane_mask gone = active;
  live &= ~gone;
  cluster_arrived &= ~gone;
  for (int n = group_count - 1; n >= 0; --n) {
    groups[static_cast<std::size_t>(n)].lanes &= ~gone;
    if (groups[static_cast<std::size_t>(n)].lanes == 0) remove_group(n);
  }
  wake_gathering();
  owner->lanes_exited(*this, gone);
}

bool warp::align(const instruction* i) {
  if (owner->run->lockstep || active == live) return true;
  bool others_may_come = false;
  for (int n = group_count - 1; n >= 0; --n) {
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (n == current) continue;
    if (other.state == group_state::at_warp_sync && other.arrived_at == i && other.at == i) {
      groups[static_cast<std::size_t>(current)].lanes |= other.lanes;
      remove_group(n);
    } else {
      others_may_come |= other.state == group_state::ready;
    }
  }
  lane_group& self = groups[static_cast<std::size_t>(current)];
  self.at = self.arrived_at = i;
  if (others_may_come) {
    self.state = group_state::at_warp_sync;
    return false;
  }
  set_active(self.lanes);
  return true;
}

// A group that waited in vain for others to come to an aligned instruction, now ready; -1 if there is none.
int warp::given_up() {
  for (int n = 0; n < group_count; ++n) {
    lane_group& group = groups[static_cast<std::size_t>(n)];
    if (group.state != group_state::at_warp_sync || group.arrived_at != group.at) continue;
    group.state = group_state::ready;
    return n;
  }
  return -1;
}

void warp::wake_gathering() {
  for (int n = 0; n < group_count; ++n) {
    lane_group& group = groups[static_cast<std::size_t>(n)];
    if (group.state == group_state::at_warp_sync) group.state = group_state::ready;
  }
}

void warp::wait_at_barrier(const instruction* i, int id, const instruction* next) {
  lane_group& running = groups[static_cast<std::size_t>(current)];
  running.at = next;
  running.arrived_at = i;
  running.state = group_state::at_barrier;
  running.barrier = static_cast<std::uint8_t>(id);
  for (int n = 0; n < group_count; ++n) {
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (n == current || other.state != group_state::at_barrier || other.arrived_at != i) continue;
    groups[static_cast<std::size_t>(current)].lanes |= other.lanes;
    remove_group(n--);
  }
}

void warp::wait_at_cluster_barrier(const instruction* i, const instruction* next) {
  lane_group& running = groups[static_cast<std::size_t>(current)];
  running.at = next;
  running.arrived_at = i;
  running.state = group_state::at_cluster_barrier;
}

bool warp::gather(const instruction* i, column_ref members_of) {
  if (owner->run->lockstep) return true;
  const auto* const members = column<std::uint32_t>(members_of);
  // All lanes that have come to this instruction.
  lane_mask here = active;
  for (int n = 0; n < group_count; ++n) {
    const lane_group& other = groups[static_cast<std::size_t>(n)];
    if (n != current && other.state == group_state::at_warp_sync && other.at == i) here |= other.lanes;
  }
  // Those whose members are here, and name the same members.
  lane_mask complete = 0, pending = here;
  while (pending != 0) {
    const lane_mask named = members[std::countr_zero(pending)];
    lane_mask same = 0;
    for (lane_mask left = pending; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if (members[lane] == named) same |= 1u << lane;
    }
    if ((named & live & ~same) == 0) complete |= same;
    pending &= ~same;
  }
  const lane_mask waiting = here & ~complete;
  for (int n = group_count - 1; n >= 0; --n) {
    if (n != current && groups[static_cast<std::size_t>(n)].state == group_state::at_warp_sync &&
        groups[static_cast<std::size_t>(n)].at == i) {
      remove_group(n);
    }
  }
  lane_group& self = groups[static_cast<std::size_t>(current)];
  self.at = i;
  if (complete == 0) {
    self.lanes = waiting;
    self.state = group_state::at_warp_sync;
    join_elsewhere(i, *this, members_of);
    return false;
  }
  self.lanes = complete;
  if (waiting != 0) {
    groups[static_cast<std::size_t>(group_count++)] = {i,       waiting, group_state::at_warp_sync, 0, turns,
                                                       nullptr, nullptr};
  }
  set_active(complete);
  return true;
}

void warp::poll(bool on_others) {
  budget -= poll_cost;
  owner->run->polling += poll_cost;
  patience -= patience_per_poll;
  polled |= on_others;
}

}  // namespace warpfold::simt
