// Rung 7: many elements a thread.
//
// N / log N threads, never more than the machine holds at once, stride over the array; each adds its elements by
// itself before the tree begins. Cost, processors times steps, falls from N log N to N. The second of each pair is
// tested against n, and indices have 64 bits: the array may be larger than any 32-bit number.
// Cures: trees that are built for every pair of elements, barriers and all.
// Illness: the tree that is left goes through shared memory, value by value.
// Look for: instructions per element, and blocks that no longer depend on n once the machine is full.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

// Leaves the sum of values[0] … values[Block - 1] in values[0].
template <unsigned Block, class T>
__device__ void add_values(T* values, unsigned tid) {
#pragma unroll
  for (unsigned stride = 512; stride > 32; stride /= 2) {
    if (Block >= 2 * stride) {
      if (tid < stride) values[tid] += values[tid + stride];
      __syncthreads();
    }
  }
  if (tid >= 32) return;
#pragma unroll
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (Block >= 2 * stride) {
      if (tid < stride) values[tid] += values[tid + stride];
      __syncwarp();
    }
  }
}

template <class T, unsigned Block>
__global__ void grid_stride(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * Block * 2;
  T sum{0};
  for (std::size_t i = std::size_t{blockIdx.x} * Block * 2 + tid; i < n; i += step) {
    sum += in[i];
    if (i + Block < n) sum += in[i + Block];
  }
  values[tid] = sum;
  __syncthreads();
  add_values<Block>(values, tid);
  if (tid == 0) partials[blockIdx.x] = values[0];
}

#define WARPFOLD_INSTANCES(block)                                                                             \
  template __global__ void grid_stride<std::int32_t, block>(const std::int32_t*, std::int32_t*, std::size_t); \
  template __global__ void grid_stride<std::int64_t, block>(const std::int64_t*, std::int64_t*, std::size_t); \
  template __global__ void grid_stride<float, block>(const float*, float*, std::size_t);                      \
  template __global__ void grid_stride<double, block>(const double*, double*, std::size_t);
WARPFOLD_INSTANCES(1)
WARPFOLD_INSTANCES(2)
WARPFOLD_INSTANCES(4)
WARPFOLD_INSTANCES(8)
WARPFOLD_INSTANCES(16)
WARPFOLD_INSTANCES(32)
WARPFOLD_INSTANCES(64)
WARPFOLD_INSTANCES(128)
WARPFOLD_INSTANCES(256)
WARPFOLD_INSTANCES(512)
WARPFOLD_INSTANCES(1024)
#undef WARPFOLD_INSTANCES

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan grid_stride(const problem& sum) {
  require_power_of_two(sum);
  const auto blocks = [&](std::uint64_t count) { return strided_blocks(sum, count); };
  const std::string kernel = instance("grid_stride", sum.type, std::to_string(sum.block) + "u");
  return passes(sum, kernel, blocks, sum.block * size_of(sum.type));
}

const registration entry({7, "", "many elements a thread, N / log N threads", grid_stride, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
