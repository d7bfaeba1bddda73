// Rung 1: interleaved addressing, chosen by a modulo test.
//
// One thread an element. Neighbours at distance 1, 2, 4, … are added in shared memory by the threads whose index is a
// multiple of twice the distance; each block leaves one partial sum, and further launches add those.
// Illness: the working threads are scattered over all warps, so every warp runs every step with ever fewer lanes, and
// the modulo is slow.
// Look for: divergent branches in every step, active lanes falling from 32 to 1, instructions per element.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

template <class T>
__global__ void interleaved(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;
  values[tid] = i < n ? in[i] : T{0};
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (tid % (2 * stride) == 0 && tid + stride < blockDim.x) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void interleaved(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void interleaved(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void interleaved(const float*, float*, std::size_t);
template __global__ void interleaved(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan interleaved(const problem& sum) {
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, sum.block); };
  return passes(sum, instance("interleaved", sum.type), blocks, sum.block * size_of(sum.type));
}

const registration entry({1, "", "interleaved addressing, modulo test", interleaved, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
