// A block: its warps, its shared memory and its barriers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

struct cluster;
struct launch_run;

inline constexpr int barriers_per_block = 16;

// What bar.red computes of the predicates of those who arrive.
enum class barrier_reduction : std::uint32_t { none, all, any, count };
inline constexpr std::uint32_t barrier_reduction_bits = 3;  // of instruction::flags

// One of the block's barriers, between its first arrival and its release.
struct block_barrier {
  bool in_use = false;
  int expected = 0;                // threads; 0: all
  int arrivals = 0;                // threads that wait or have only arrived
  int only_arrived = 0;            // of them, those that do not wait
  std::vector<lane_mask> arrived;  // by warp; none while it is not in use
  // bar.red: over the threads that have arrived.
  bool all = true, any = false;
  int count = 0;
};

// Bytes aligned for columns.
class column_storage {
 public:
  void resize(std::size_t bytes) { lines_.resize((bytes + sizeof(line) - 1) / sizeof(line)); }
  std::byte* data() { return reinterpret_cast<std::byte*>(lines_.data()); }

 private:
  struct alignas(64) line {
    std::byte bytes[64];
  };
  std::vector<line> lines_;
};

struct block {
  launch_run* run = nullptr;
  cluster* owner = nullptr;
  std::uint64_t linear = 0;
  std::array<std::uint32_t, 3> index{};
  std::uint32_t rank = 0;  // in the cluster
  std::uint32_t sm = 0;

  std::vector<warp> warps;
  std::vector<warp_identity> identities;  // by warp
  int live_threads = 0;
  int live_warps = 0;
  std::uint64_t cycles = 0;  // instructions that its warps have executed: the block's clock

  column_storage shared, registers, specials, local;
  std::array<block_barrier, barriers_per_block> barriers;

  // Sets the block up at its first instruction.
  void start(launch_run& of, cluster& in, std::uint32_t cluster_rank);

  // Active lanes of the warp come to a barrier, and wait there or only say so. `holds`: the lanes where the predicate
  // of bar.red is true.
  void arrive(warp& w, const instruction* i, int id, int expected, bool waits, lane_mask holds);

  // The same for all lanes that the warp has, which stand together and wait for all threads of the block. False, and
  // nothing has happened, where some have arrived there before.
  bool arrive_together(warp& w, const instruction* i, int id) {
    block_barrier& barrier = barrier_in_use(id);
    lane_mask& arrived = barrier.arrived[w.index];
    if (arrived != 0) return false;
    arrived = w.active;
    barrier.expected = 0;
    barrier.arrivals += lane_count(w.active);
    lane_group& together = w.groups[0];
    together.at = i + 1;
    together.arrived_at = i;
    together.state = group_state::at_barrier;
    together.barrier = static_cast<std::uint8_t>(id);
    if (barrier.arrivals >= live_threads && complete(barrier)) release(id);
    return true;
  }

  void lanes_exited(warp& w, lane_mask lanes);

 private:
  block_barrier& barrier_in_use(int id) {
    block_barrier& barrier = barriers[static_cast<std::size_t>(id)];
    if (!barrier.in_use) take_into_use(barrier);
    return barrier;
  }
  void take_into_use(block_barrier& barrier);
  void start_warp(std::uint32_t n);
  void fill_specials(warp& w);
  bool complete(const block_barrier& barrier) const;
  void release(int id);
  static void deliver(const block_barrier& barrier, warp& w, const lane_group& group);
};

}  // namespace warpfold::simt
