// Rung 2: interleaved addressing by contiguous threads.
//
// The same pairs are added, but by threads 0, 1, 2, …: whole warps work and whole warps rest.
// Cures: divergence and modulo of rung 1.
// Illness: the lanes of a warp are 2, 4, 8, … elements apart, so their addresses fall into ever fewer of the 32 banks
// of shared memory and are served one after another.
// Look for: shared wavefronts per request (bank conflicts), up to 32.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

template <class T>
__global__ void contiguous(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;
  values[tid] = i < n ? in[i] : T{0};
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned index = 2 * stride * tid;
    if (index + stride < blockDim.x) values[index] += values[index + stride];
    __syncthreads();
  }
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void contiguous(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void contiguous(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void contiguous(const float*, float*, std::size_t);
template __global__ void contiguous(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan contiguous(const problem& sum) {
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, sum.block); };
  return passes(sum, instance("contiguous", sum.type), blocks, sum.block * size_of(sum.type));
}

const registration entry({2, "", "interleaved addressing, contiguous threads", contiguous, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
