// Sets of lanes.
#pragma once

#include <bit>
#include <cstdint>

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// Calls visit(lane), an int, from the lowest lane on.
template <class Visit>
constexpr void for_each_lane(lane_mask lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(std::countr_zero(lanes));
}

// Those that a block of so many threads has in its warp of that number; the last warp may have fewer than 32.
constexpr lane_mask existing_lanes(std::uint32_t threads_of_block, std::uint32_t warp) {
  constexpr auto whole = static_cast<std::uint32_t>(lanes_per_warp);
  const std::uint32_t rest = threads_of_block - warp * whole;
  return rest >= whole ? all_lanes : (lane_mask{1} << rest) - 1;
}

}  // namespace warpfold::simt
