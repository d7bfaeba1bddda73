// Exact sums over the lanes of a warp.
#pragma once

#include <cstdint>

#include "warpfold/reduce/warp.cuh"

namespace warpfold::exact {

// The sums of a value's two halves: the value's sum is high · 2^32 + low.
struct half_sums {
  std::int64_t low;
  std::int64_t high;
};

__device__ inline half_sums halves_of(std::int64_t value) {
  return {static_cast<std::uint32_t>(value), value >> 32};
}

// Over the lanes whose number leaves the same remainder modulo Parts, which is 1 or 2; every lane gets its own part's.
// All lanes must call.
template <int Parts>
__device__ half_sums warp_sum(half_sums sums) {
#pragma unroll
  for (int distance = 16; distance >= Parts; distance /= 2) {
    sums.low += __shfl_xor_sync(every_lane, sums.low, distance);
    sums.high += __shfl_xor_sync(every_lane, sums.high, distance);
  }
  return sums;
}

// Adds the lanes' values, times 2^unit, to `totals`, of which there is one for each part. All lanes must call.
template <int Parts, class Total>
__device__ void add_warp_sum(std::int64_t value, int unit, Total* totals) {
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const half_sums sums = warp_sum<Parts>(halves_of(value));
  // One lane for each half of each part.
  if (lane < 2 * Parts) {
    const int half = lane / Parts;
    totals[lane % Parts].add_scaled(half == 0 ? sums.low : sums.high, unit + 32 * half);
  }
}

// The greatest value of all lanes. All lanes must call.
__device__ inline int warp_greatest(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(every_lane, value);
#else
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(every_lane, value, distance));
  }
  return value;
#endif
}

}  // namespace warpfold::exact
