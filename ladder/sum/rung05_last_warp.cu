// Rung 5: the last warp unrolled.
//
// Once 64 values are left a single warp finishes: no barrier of the block, the six steps written out. Between steps
// the warp synchronizes itself: since Volta its lanes may run apart. As the tutorial wrote it, on a volatile pointer
// and without __syncwarp, it is a race today (ladder/broken/volatile_last_warp.cu). The steps test for blocks smaller
// than 64, whose array the first step would otherwise leave.
// Cures: barriers and loop overhead of six of the steps.
// Illness: the steps before still loop.
// Look for: barriers a block: log2(block) - 5 of them.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

// Called by the first warp. Leaves the sum of values[0] … values[width - 1] in values[0].
template <class T>
__device__ void add_last_values(T* values, unsigned tid, unsigned width) {
#pragma unroll
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (tid < stride && tid + stride < width) values[tid] += values[tid + stride];
    __syncwarp();
  }
}

template <class T>
__global__ void last_warp(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x * 2 + tid;
  T sum = i < n ? in[i] : T{0};
  if (i + blockDim.x < n) sum += in[i + blockDim.x];
  values[tid] = sum;
  __syncthreads();
  unsigned width = blockDim.x;
  while (width > 64) {
    const unsigned half = (width + 1) / 2;
    if (tid < width - half) values[tid] += values[tid + half];
    __syncthreads();
    width = half;
  }
  if (tid < 32) add_last_values(values, tid, width);
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void last_warp(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void last_warp(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void last_warp(const float*, float*, std::size_t);
template __global__ void last_warp(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan last_warp(const problem& sum) {
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, 2ull * sum.block); };
  return passes(sum, instance("last_warp", sum.type), blocks, sum.block * size_of(sum.type));
}

const registration entry({5, "", "last warp unrolled", last_warp, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
