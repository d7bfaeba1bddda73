// Rung 6: completely unrolled.
//
// The block size is a template parameter: every step is written out, and those that the block is too small for are not
// compiled. The host chooses the instance at run time; there is one for each power of two from 1 to 1024, and any other
// size is refused.
// Cures: the loop around the remaining steps.
// Illness: one pair of elements a thread. N/2 threads for log N steps each cost N log N, though N additions would do.
// Look for: branches; they are gone but for the tests of the thread's index.

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
__global__ void unrolled(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * Block * 2 + tid;
  T sum = i < n ? in[i] : T{0};
  if (i + Block < n) sum += in[i + Block];
  values[tid] = sum;
  __syncthreads();
  add_values<Block>(values, tid);
  if (tid == 0) partials[blockIdx.x] = values[0];
}

#define WARPFOLD_INSTANCES(block)                                                                          \
  template __global__ void unrolled<std::int32_t, block>(const std::int32_t*, std::int32_t*, std::size_t); \
  template __global__ void unrolled<std::int64_t, block>(const std::int64_t*, std::int64_t*, std::size_t); \
  template __global__ void unrolled<float, block>(const float*, float*, std::size_t);                      \
  template __global__ void unrolled<double, block>(const double*, double*, std::size_t);
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

plan unrolled(const problem& sum) {
  require_power_of_two(sum);
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, 2ull * sum.block); };
  const std::string kernel = instance("unrolled", sum.type, std::to_string(sum.block) + "u");
  return passes(sum, kernel, blocks, sum.block * size_of(sum.type));
}

const registration entry({6, "", "completely unrolled", unrolled, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
