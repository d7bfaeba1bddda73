// How many blocks are resident at once, and where.
#pragma once

#include <cstdint>

#include "warpfold/simt/model/gpu.hpp"

namespace warpfold::simt {

struct block_demand {
  std::uint32_t threads = 0;
  std::uint32_t registers_per_thread = 16;
  std::uint32_t shared_bytes = 0;  // static and dynamic
  std::uint32_t cluster = 1;       // blocks
};

struct occupancy {
  std::uint32_t blocks_per_sm = 0;  // 0: the block does not fit
  std::uint32_t clusters = 0;       // resident on the GPU
  std::string_view limited_by;      // "threads", "blocks", "registers", "shared memory"
};

occupancy occupancy_of(const gpu& device, const block_demand& demand);

// The SM of a block, were all clusters resident at once in the order of their index, spread over GPCs and SMs: a
// cluster's blocks are on SMs of one GPC.
std::uint32_t sm_of(const gpu& device, std::uint64_t cluster, std::uint32_t rank, std::uint32_t cluster_size);

}  // namespace warpfold::simt
