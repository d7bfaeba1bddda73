// The barrier inside the branch of the threads that work.
//
// Some lanes of a warp come to the barrier and some do not: undefined. What the others do meanwhile is not ordered
// either.

#ifdef __CUDACC__
#include <cstddef>

template <bool Inside>
__global__ void barrier_in_branch(const int* in, int* out, std::size_t) {
  __shared__ int values[64];
  const unsigned tid = threadIdx.x;
  values[tid] = in[tid];
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (tid < stride) {
      values[tid] += values[tid + stride];
      if (Inside) __syncthreads();
    }
    if (!Inside) __syncthreads();
  }
  if (tid == 0) *out = values[0];
}

template __global__ void barrier_in_branch<true>(const int*, int*, std::size_t);
template __global__ void barrier_in_branch<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan inside(const problem& sum) {
  return one_launch(sum, "barrier_in_branch<true>", 1);
}
plan outside(const problem& sum) {
  return one_launch(sum, "barrier_in_branch<false>", 1);
}

const mistake_registration entry({"barrier in a divergent branch", {"barrier"}, 64, 64, inside, outside, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
