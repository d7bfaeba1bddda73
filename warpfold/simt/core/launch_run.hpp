// A launch while it runs: what all its blocks share.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

#include "warpfold/simt/core/cluster.hpp"
#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/launch.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {

// What one thread of the host needs to run clusters of a launch.
struct launch_run {
  launch_run(const program& decoded, const launch& asked, simt::memory& memory);

  const program& kernel;
  const launch& what;
  simt::memory& global;

  std::vector<std::byte> parameters;
  std::array<std::uint32_t, 3> cluster_shape{};  // blocks
  std::uint32_t cluster_size = 1;                // blocks
  std::uint64_t cluster_count = 1;
  std::uint32_t resident_clusters = 1;
  std::uint32_t threads = 0;                 // of a block
  std::uint32_t shared_bytes = 0;            // of a block: static, then dynamic, then what the system reserves
  std::uint32_t reserved_shared_offset = 0;  // where the latter begins
  bool lockstep = false;
  bool watched = false;
  std::uint64_t grid_workspace = 0;  // of grid.sync, in global memory; 0: not a cooperative launch

  // Who wants to be told of what.
  const std::vector<observer*>& listening(observer::interest which) const {
    return listeners_[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint32_t>(which)))];
  }

  std::uint64_t elapsed = 0;  // of the turns that are over: warp instructions, and what polls cost in place of them
  std::uint64_t polling = 0;  // what polls cost, in the turn that runs, too
  std::uint64_t executed() const { return elapsed - polling; }  // warp instructions, between turns
  bool parallel = false;  // other threads of the host run clusters of the launch at the same time
  std::atomic<std::uint64_t>* next_cluster = nullptr;  // shared with them
  std::string printed;
  std::uint64_t heap_used = 0;  // by malloc of the device
  void forget_windows();        // that warps have into memory: some was freed
  std::vector<standing> deadlock;

  // What refused loads read, zeros, and refused stores write.
  std::byte* refused_at(bool load) { return load ? zeros_ : stored_; }

  bool seeded() const { return what.seed.has_value(); }
  std::uint32_t random_below(std::uint32_t bound);
  lane_mask random_lanes();

  // Linear index of the cluster that runs.
  std::uint64_t failing_cluster() const { return running_ == nullptr ? 0 : running_->linear; }

  // Runs clusters until none is left. Throws guest_error.
  void run_clusters();

 private:
  bool admit();
  bool take_cluster(cluster& slot);
  bool run_cluster(cluster& c);
  void run_turn(cluster& c);
  void run_turn(warp& w, std::int32_t budget);
  void retire(const cluster& c);
  void report_deadlock();

  std::array<std::vector<observer*>, 16> listeners_;
  std::list<cluster> resident_;
  const cluster* running_ = nullptr;
  bool progress_ = false, polled_ = false;  // in the turn that runs
  std::uint64_t random_state_ = 0;
  alignas(64) std::byte zeros_[64] = {}, stored_[64];
};

// Ends the launch: what() is what went wrong on the guest.
class guest_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpfold::simt
