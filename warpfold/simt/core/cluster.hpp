// A cluster: blocks that run together and reach each other's shared memory. A grid without clusters has clusters of
// one.
#pragma once

#include <cstdint>
#include <deque>

#include "warpfold/simt/core/block.hpp"

namespace warpfold::simt {

struct cluster {
  launch_run* run = nullptr;
  std::uint64_t linear = 0;
  std::deque<block> blocks;  // by rank; a deque, as blocks are pointed to

  void start(launch_run& of, std::uint64_t linear_index);
  bool finished() const;

  // Active lanes come to the cluster's barrier, or leave for good: whether that completes its phase, in which case
  // all who wait go on.
  void complete_if_all_arrived();
};

}  // namespace warpfold::simt
