#include "warpfold/simt/core/launch_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/interpreter.hpp"

namespace warpfold::simt {
namespace {

// Turns of a block whose warps do not wait on others before the next resident block runs.
constexpr int turns_before_others = 4096;

// With a seed, lanes, warps and blocks change after this many instructions at most.
constexpr std::uint32_t longest_seeded_turn = 24;

}  // namespace

launch_run::launch_run(const program& decoded, const launch& asked, simt::memory& memory)
    : kernel(decoded), what(asked), global(memory), parameters(asked.parameters) {
  parameters.resize(std::max<std::size_t>(parameters.size(), kernel.parameter_bytes) + 16);
  const std::array<int, 3>& required = kernel.kernel->required_cluster;
  for (std::size_t d = 0; d < 3; ++d) {
    cluster_shape[d] = what.cluster ? (*what.cluster)[d] : static_cast<std::uint32_t>(std::max(required[d], 1));
  }
  cluster_size = cluster_shape[0] * cluster_shape[1] * cluster_shape[2];
  cluster_count = std::uint64_t{what.grid[0]} * what.grid[1] * what.grid[2] / cluster_size;
  threads = what.block[0] * what.block[1] * what.block[2];
  lockstep = what.threads == thread_model::lockstep;
  watched = !what.observers.empty();
  for (observer* one : what.observers) {
    for (std::uint32_t bit = 0; bit < listeners_.size(); ++bit) {
      if ((one->interests() >> bit & 1) != 0) listeners_[bit].push_back(one);
    }
  }
  random_state_ = what.seed.value_or(0);
}

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
std::uint32_t launch_run::random_below(std::uint32_t bound) {
  std::uint64_t z = random_state_ += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return static_cast<std::uint32_t>((z ^ z >> 31) % bound);
}

lane_mask launch_run::random_lanes() {
  return random_below(1u << 16) | random_below(1u << 16) << 16;
}

bool launch_run::take_cluster(cluster& slot) {
  const std::uint64_t index = next_cluster->fetch_add(1, std::memory_order_relaxed);
  if (index >= cluster_count) return false;
  slot.start(*this, index);
  return true;
}

// The warp goes on for a turn, if it can.
inline void launch_run::run_turn(warp& w, std::int32_t budget) {
  if (w.live == 0) return;
  if (what.limit) budget = static_cast<std::int32_t>(std::min<std::uint64_t>(budget, *what.limit - executed()));
  w.budget = budget;
  w.polled = false;
  if (watched) {
    run_warp_watched(w);
  } else {
    run_warp(w);
  }
  const auto spent = static_cast<std::uint64_t>(budget - w.budget);
  elapsed += spent;
  progress_ |= spent != 0;
  polled_ |= w.polled;
}

// Every warp of the cluster that can go on does so for a turn; with a seed, from a random one on.
void launch_run::run_turn(cluster& c) {
  running_ = &c;
  for (block& b : c.blocks) {
    if (!seeded()) {
      for (warp& w : b.warps) run_turn(w, instructions_per_turn);
      continue;
    }
    const std::size_t first = b.warps.empty() ? 0 : random_below(static_cast<std::uint32_t>(b.warps.size()));
    for (std::size_t n = 0; n < b.warps.size(); ++n) {
      warp& w = b.warps[(first + n) % b.warps.size()];
      if (w.live == 0) continue;
      const auto budget = static_cast<std::int32_t>(1 + random_below(longest_seeded_turn));
      w.scatter();
      run_turn(w, budget);
    }
  }
  if (what.limit && executed() == *what.limit && !c.finished()) {
    throw guest_error(fmt::format("{}: stopped after {} warp instructions", kernel.kernel->name, *what.limit));
  }
}

// Runs the cluster until it has finished or waits for others. False if none of its warps could go on.
bool launch_run::run_cluster(cluster& c) {
  bool any_progress = false;
  for (int turn = 0; turn < turns_before_others; ++turn) {
    progress_ = polled_ = false;
    run_turn(c);
    any_progress |= progress_;
    if (c.finished() || polled_ || !progress_ || seeded()) break;
  }
  return any_progress;
}

bool launch_run::admit() {
  if (resident_.size() == resident_clusters) return false;
  if (take_cluster(resident_.emplace_back())) return true;
  resident_.pop_back();
  return false;
}

void launch_run::run_clusters() {
  admit();
  while (!resident_.empty()) {
    bool progress = false;
    for (auto c = resident_.begin(); c != resident_.end();) {
      if (seeded() && random_below(2) == 0) {
        progress = true;
        ++c;
        continue;
      }
      progress |= run_cluster(*c);
      if (!c->finished()) {
        ++c;
        continue;
      }
      retire(*c);
      if (!take_cluster(*c)) c = resident_.erase(c);
    }
    // Those that are left wait for one another, or for clusters that are not resident yet.
    bool admitted = false;
    for (std::size_t n = resident_.size(); n > 0 && admit(); --n) admitted = true;
    if (!progress && !admitted && !resident_.empty()) return report_deadlock();
  }
}

void launch_run::retire(const cluster& c) {
  if (!watched) return;
  for (const block& b : c.blocks) {
    for (observer* listener : listening(observer::blocks)) {
      listener->block_ends({b.linear, b.index, c.linear, b.rank, b.sm});
    }
  }
}

void launch_run::forget_windows() {
  for (cluster& c : resident_) {
    for (block& b : c.blocks) {
      for (warp& w : b.warps) w.windows.fill({});
    }
  }
}

void launch_run::report_deadlock() {
  for (const cluster& c : resident_) {
    for (const block& b : c.blocks) {
      for (const warp& w : b.warps) {
        for (int n = 0; n < w.group_count; ++n) {
          const lane_group& group = w.groups[static_cast<std::size_t>(n)];
          standing stands{b.linear, b.index, w.index, group.lanes, group.at, "other groups of the warp"};
          if (group.state == group_state::at_barrier) {
            stands.at = group.arrived_at;
            stands.waits_for = fmt::format("barrier {}", group.barrier);
          } else if (group.state == group_state::at_cluster_barrier) {
            stands.at = group.arrived_at;
            stands.waits_for = "the cluster's barrier";
          } else if (group.state == group_state::at_warp_sync) {
            stands.waits_for = "other lanes of the warp";
          }
          deadlock.push_back(stands);
        }
      }
    }
    // Independent blocks do not wait for one another: the first one tells the story.
    if (kernel.independent_blocks) return;
  }
}

}  // namespace warpfold::simt
