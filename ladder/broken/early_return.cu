// Threads beyond the end return before the tree.
//
// Since Volta a barrier waits only for threads that have not exited, so nothing hangs. But nobody writes the shared
// slots of those who left, and the tree adds them: a value out of nowhere. And a warp of which some have left comes to
// the block's barrier in part.

#ifdef __CUDACC__
#include <cstddef>

template <bool Return>
__global__ void early_return(const int* in, int* out, std::size_t n) {
  __shared__ int values[256];
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  if (Return && i >= n) return;
  values[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, values[0]);
}

template __global__ void early_return<true>(const int*, int*, std::size_t);
template __global__ void early_return<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan returns(const problem& sum) {
  return one_launch(sum, "early_return<true>", 4);
}
plan stays(const problem& sum) {
  return one_launch(sum, "early_return<false>", 4);
}

const mistake_registration entry(
    {"threads return before a barrier", {"barrier", "uninitialized"}, 1000, 256, returns, stays, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
