// Rung 3: sequential addressing.
//
// The second half of the values is added to the first, then the second quarter to the first, and so on: thread t adds
// the element one half further. Halves are rounded up, so that the block may have any number of threads.
// Cures: bank conflicts of rung 2; lanes next to each other use banks next to each other.
// Illness: half of the threads rest from the first step on.
// Look for: one wavefront a request, and lanes that do nothing but come to barriers.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

#include "ladder/dynamic_shared.cuh"

template <class T>
__global__ void sequential(const T* in, T* partials, std::size_t n) {
  T* const values = dynamic_shared<T>();
  const unsigned tid = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;
  values[tid] = i < n ? in[i] : T{0};
  __syncthreads();
  for (unsigned width = blockDim.x; width > 1;) {
    const unsigned half = (width + 1) / 2;
    if (tid < width - half) values[tid] += values[tid + half];
    __syncthreads();
    width = half;
  }
  if (tid == 0) partials[blockIdx.x] = values[0];
}

template __global__ void sequential(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void sequential(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void sequential(const float*, float*, std::size_t);
template __global__ void sequential(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan sequential(const problem& sum) {
  const auto blocks = [&](std::uint64_t count) { return blocks_to_cover(count, sum.block); };
  return passes(sum, instance("sequential", sum.type), blocks, sum.block * size_of(sum.type));
}

const registration entry({3, "", "sequential addressing", sequential, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
