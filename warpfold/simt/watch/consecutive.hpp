// Whether the lanes of an access stand side by side in memory: then it is one run of bytes.
#pragma once

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/lanes.hpp"

namespace warpfold::simt {

// The lanes are neighbours, and each accesses the place right behind its neighbour's.
inline bool are_consecutive(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes) {
  if (lanes == 0) return false;
  const int first = std::countr_zero(lanes);
  const lane_mask from_first = lanes >> first;
  if ((from_first & (from_first + 1)) != 0) return false;
  const std::uint64_t origin = addresses[first] - static_cast<std::uint64_t>(first) * bytes;
  std::uint64_t differences = 0;
  if (lanes == all_lanes) {
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane)
      differences |= addresses[lane] ^ (origin + lane * bytes);
  } else {
    for_each_lane(
        lanes, [&](int lane) { differences |= addresses[lane] ^ (origin + static_cast<std::uint64_t>(lane) * bytes); });
  }
  return differences == 0;
}
inline bool are_consecutive(const memory_event& event) {
  return are_consecutive(event.addresses, event.lanes, event.bytes);
}

}  // namespace warpfold::simt
