// Rung 4: the first addition during the load.
//
// Each thread loads two elements, a block's width apart, and adds them on the way to shared memory: half as many blocks
// for the same array. Both loads are tested against n; as the tutorial wrote it, with no test, the rung reads past the
// end unless n is a multiple (ladder/broken/unguarded_first_add.cu).
// Cures: threads that load and then rest.
// Illness: for the last six steps a single warp works, yet all warps come to a barrier and a test at each.
// Look for: half the blocks and half the barriers, twice the loads a thread.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

template <class T>
__global__ void first_add(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x * 2 + tid;
  T sum = i < n ? in[i] : T{0};
  if (i + blockDim.x < n) sum += in[i + blockDim.x];
  values[tid] = sum;
  __syncthreads();
  for (unsigned width = blockDim.x; width > 1;) {
    const unsigned half = (width + 1) / 2;
    if (tid < width - half) values[tid] += values[tid + half];
    __syncthreads();
    width = half;
  }
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void first_add(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void first_add(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void first_add(const float*, float*, std::size_t);
template __global__ void first_add(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan first_add(const problem& sum) {
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, 2ull * sum.block); };
  return passes(sum, instance("first_add", sum.type), blocks, sum.block * size_of(sum.type));
}

const registration entry({4, "", "first add during load", first_add, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
