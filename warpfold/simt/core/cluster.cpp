#include "warpfold/simt/core/cluster.hpp"

#include <algorithm>

#include "warpfold/simt/core/launch_run.hpp"

namespace warpfold::simt {

void cluster::start(launch_run& of, std::uint64_t linear_index) {
  run = &of;
  linear = linear_index;
  blocks.resize(of.cluster_size);
  for (std::uint32_t rank = 0; rank < of.cluster_size; ++rank) {
    blocks[rank].start(of, *this, rank);
    if (!of.watched) continue;
    const block& started = blocks[rank];
    for (observer* listener : of.listening(observer::blocks)) {
      listener->block_begins({started.linear, started.index, linear, rank, started.sm});
    }
  }
}

bool cluster::finished() const {
  return std::ranges::all_of(blocks, [](const block& b) { return b.live_threads == 0; });
}

void cluster::complete_if_all_arrived() {
  bool anyone = false;
  for (const block& b : blocks) {
    for (const warp& w : b.warps) {
      if ((w.live & ~w.cluster_arrived) != 0) return;
      anyone |= w.cluster_arrived != 0;
    }
  }
  if (!anyone) return;
  if (run->watched) {
    for (observer* listener : run->listening(observer::barriers)) {
      listener->barrier_releases({barrier_kind::cluster, 0, linear, 0, {}});
    }
  }
  for (block& b : blocks) {
    for (warp& w : b.warps) {
      w.cluster_arrived = 0;
      for (int n = 0; n < w.group_count; ++n) {
        lane_group& group = w.groups[static_cast<std::size_t>(n)];
        if (group.state == group_state::at_cluster_barrier) group.state = group_state::ready;
      }
    }
  }
}

}  // namespace warpfold::simt
