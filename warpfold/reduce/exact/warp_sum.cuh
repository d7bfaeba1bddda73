// Exact sums over the lanes of a warp.
#pragma once

#include <cstdint>

namespace warpfold::exact {

inline constexpr unsigned every_lane = 0xffffffff;

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
