// Two reductions of a block, one after the other, in the same shared array, with no barrier between.
//
// A fast warp stores its values for the second while a slow one still reads the result of the first.

#ifdef __CUDACC__
#include <cstddef>

template <bool Apart>
__global__ void shared_reused(const int* in, int* out, std::size_t) {
  __shared__ int values[256];
  const unsigned tid = threadIdx.x;
  values[tid] = in[tid];
  __syncthreads();
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] = max(values[tid], values[tid + stride]);
    __syncthreads();
  }
  const int greatest = values[0];
  if (Apart) __syncthreads();
  values[tid] = in[tid] - greatest;
  __syncthreads();
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) *out = values[0] + 256 * greatest;
}

template __global__ void shared_reused<true>(const int*, int*, std::size_t);
template __global__ void shared_reused<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan together(const problem& sum) {
  return one_launch(sum, "shared_reused<false>", 1);
}
plan apart(const problem& sum) {
  return one_launch(sum, "shared_reused<true>", 1);
}

const mistake_registration entry({"shared array used again too early", {"race"}, 256, 256, together, apart, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
