// Exact sums over the lanes of a warp.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/int128.hpp"
#include "warpfold/reduce/warp.cuh"

namespace warpfold::exact {

// The sum of the lanes' values, in every lane. All lanes must call.
__device__ inline int128 warp_sum(std::int64_t value) {
  constexpr int piece = 27;  // the sum of 32 lanes of so many bits fits a word
  constexpr unsigned lowest = (1u << piece) - 1;
  const unsigned low = __reduce_add_sync(every_lane, static_cast<unsigned>(value) & lowest);
  const unsigned middle = __reduce_add_sync(every_lane, static_cast<unsigned>(value >> piece) & lowest);
  const int high = __reduce_add_sync(every_lane, static_cast<int>(value >> 2 * piece));
  return (int128{high} << 2 * piece) + ((std::int64_t{middle} << piece) + low);
}

// Over the lanes whose number leaves the same remainder modulo Parts, which is 1 or 2; every lane gets its own part's.
// All lanes must call.
template <int Parts>
__device__ int128 part_sum(std::int64_t value) {
  if constexpr (Parts == 1) {
    return warp_sum(value);
  } else {
    const bool odd = threadIdx.x % 2 == 1;
    const int128 of_even = warp_sum(odd ? 0 : value);
    const int128 of_odd = warp_sum(odd ? value : 0);
    return odd ? of_odd : of_even;
  }
}

// Adds the lanes' values of so many levels, those of the first times 2^unit, of each other times 2^-step of the one
// before, to `totals`, of which there is one for each part. All lanes must call.
template <int Parts, int Levels, class Total>
__device__ void add_warp_sums(const std::int64_t (&values)[Levels], int unit, int step, Total* totals) {
  constexpr int lanes = 4 * Parts;  // of a level: one for each digit and part
  constexpr int at_once = 32 / lanes;
  const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
  for (int first = 0; first < Levels; first += at_once) {
    const int level = first + lane / lanes;
    int128 sum = 0;
#pragma unroll
    for (int i = first; i < min(first + at_once, Levels); ++i) {
      const int128 of_level = part_sum<Parts>(values[i]);
      if (i == level) sum = of_level;
    }
    if (level < Levels) totals[lane % Parts].add_digit(sum, unit - step * level, lane % lanes / Parts);
  }
}
template <int Parts, class Total>
__device__ void add_warp_sum(std::int64_t value, int unit, Total* totals) {
  const std::int64_t values[1] = {value};
  add_warp_sums<Parts>(values, unit, 0, totals);
}

}  // namespace warpfold::exact
