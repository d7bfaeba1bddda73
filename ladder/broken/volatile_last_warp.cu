// Rung 5 as the tutorial wrote it: the last warp reads and writes a volatile array without synchronizing.
//
// Right as long as a warp runs in lockstep. Since Volta a lane may add a value that another has not written yet: a
// race, whatever the outcome of a single run. And the first of the six steps reads past the array of a block of fewer
// than 64 threads.

#ifdef __CUDACC__
#include <cstddef>

#include "ladder/dynamic_shared.cuh"

__device__ void add_last_values(volatile int* values, unsigned tid) {
  values[tid] += values[tid + 32];
  values[tid] += values[tid + 16];
  values[tid] += values[tid + 8];
  values[tid] += values[tid + 4];
  values[tid] += values[tid + 2];
  values[tid] += values[tid + 1];
}

__global__ void volatile_last_warp(const int* in, int* partials, std::size_t n) {
  int* const values = dynamic_shared<int>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x * 2 + tid;
  int sum = i < n ? in[i] : 0;
  if (i + blockDim.x < n) sum += in[i + blockDim.x];
  values[tid] = sum;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid < 32) add_last_values(values, tid);
  if (tid == 0) partials[blockIdx.x] = values[0];
}

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan unsynchronized(const problem& sum) {
  return one_launch(sum, "volatile_last_warp", 1, sum.block * 4);
}

const mistake_registration entry({"last warp without __syncwarp", {"race"}, 512, 256, unsynchronized, {}, 5, {}});
const mistake_registration small(
    {"last warp of a block below 64", {"bounds", "race"}, 64, 32, unsynchronized, {}, 5, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
