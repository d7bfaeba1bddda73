// A barrier in the branch and one in the other: each thread passes one, but not the same.
//
// The hardware counts arrivals and may let them all go on; the programming model wants one barrier for all.

#ifdef __CUDACC__
#include <cstddef>

template <bool Apart>
__global__ void barrier_in_both_branches(const int* in, int* out, std::size_t) {
  __shared__ int values[64];
  __shared__ int halves[2];
  const unsigned tid = threadIdx.x;
  values[tid] = in[tid];
  if (!Apart) __syncthreads();
  if (tid < 32) {
    if (Apart) __syncthreads();
    if (tid == 0) {
      int sum = 0;
      for (int i = 0; i < 32; ++i) sum += values[63 - i];
      halves[0] = sum;
    }
  } else {
    if (Apart) __syncthreads();
    if (tid == 32) {
      int sum = 0;
      for (int i = 0; i < 32; ++i) sum += values[i];
      halves[1] = sum;
    }
  }
  __syncthreads();
  if (tid == 0) *out = halves[0] + halves[1];
}

template __global__ void barrier_in_both_branches<true>(const int*, int*, std::size_t);
template __global__ void barrier_in_both_branches<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan apart(const problem& sum) {
  return one_launch(sum, "barrier_in_both_branches<true>", 1);
}
plan together(const problem& sum) {
  return one_launch(sum, "barrier_in_both_branches<false>", 1);
}

const mistake_registration entry({"one barrier in each branch", {"barrier"}, 64, 64, apart, together, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
