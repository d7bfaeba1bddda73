// No barrier between the load into shared memory and the tree.
//
// A warp adds what another has not written yet.

#ifdef __CUDACC__
#include <cstddef>

template <bool Missing>
__global__ void missing_barrier(const int* in, int* out, std::size_t) {
  __shared__ int values[128];
  const unsigned tid = threadIdx.x;
  values[tid] = in[tid];
  if (!Missing) __syncthreads();
  for (unsigned stride = 64; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) *out = values[0];
}

template __global__ void missing_barrier<true>(const int*, int*, std::size_t);
template __global__ void missing_barrier<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan missing(const problem& sum) {
  return one_launch(sum, "missing_barrier<true>", 1);
}
plan present(const problem& sum) {
  return one_launch(sum, "missing_barrier<false>", 1);
}

const mistake_registration entry(
    {"no barrier after the load", {"race", "uninitialized"}, 128, 128, missing, present, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
