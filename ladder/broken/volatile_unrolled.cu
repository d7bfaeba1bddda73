// Rung 6 as the tutorial wrote it: all steps unrolled for a block size known when compiling, the last six on a volatile
// pointer without synchronizing.
//
// The race of volatile_last_warp, whatever was unrolled.

#ifdef __CUDACC__
#include <cstddef>

#include "ladder/dynamic_shared.cuh"

template <unsigned Block>
__device__ void add_last_values(volatile int* values, unsigned tid) {
  if (Block >= 64) values[tid] += values[tid + 32];
  if (Block >= 32) values[tid] += values[tid + 16];
  if (Block >= 16) values[tid] += values[tid + 8];
  if (Block >= 8) values[tid] += values[tid + 4];
  if (Block >= 4) values[tid] += values[tid + 2];
  if (Block >= 2) values[tid] += values[tid + 1];
}

template <unsigned Block>
__global__ void volatile_unrolled(const int* in, int* partials, std::size_t n) {
  int* const values = dynamic_shared<int>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * Block * 2 + tid;
  int sum = i < n ? in[i] : 0;
  if (i + Block < n) sum += in[i + Block];
  values[tid] = sum;
  __syncthreads();
#pragma unroll
  for (unsigned stride = 512; stride > 32; stride /= 2) {
    if (Block >= 2 * stride) {
      if (tid < stride) values[tid] += values[tid + stride];
      __syncthreads();
    }
  }
  if (tid < 32) add_last_values<Block>(values, tid);
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void volatile_unrolled<128>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan unsynchronized(const problem& sum) {
  return one_launch(sum, "volatile_unrolled<128u>", 1, sum.block * 4);
}

const mistake_registration entry({"unrolled, without __syncwarp", {"race"}, 256, 128, unsynchronized, {}, 6, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
