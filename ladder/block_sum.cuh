// The sum over a block as rungs 8 and 9 build it, for the rungs that teach something else.
#pragma once

#include <cstdint>

// The sum over the 32 lanes of a warp, in lane 0. All of them must call.
template <class T>
__device__ T warp_sum(T value) {
  for (unsigned offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}
#if __CUDA_ARCH__ >= 800
__device__ inline std::int32_t warp_sum(std::int32_t value) {
  return __reduce_add_sync(0xffffffff, value);
}
#endif

// The sum over a block of whole warps, in thread 0. All threads must call; before they call again they must have
// passed a barrier of the block.
template <class T>
__device__ T block_sum(T value) {
  __shared__ T warp_sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  if (warp > 0) return value;
  return warp_sum(lane < blockDim.x / 32 ? warp_sums[lane] : T{0});
}
