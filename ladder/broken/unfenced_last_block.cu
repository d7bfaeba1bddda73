// Rung 11 without its fences: the last block adds partial sums that it may not see yet.
//
// The ticket counts the blocks, but nothing orders a block's partial sum before its ticket.

#ifdef __CUDACC__
#include <cstddef>

__device__ unsigned tickets[2];

template <bool Fenced>
__global__ void unfenced_last_block(const int* in, int* out, std::size_t n, int* partials) {
  __shared__ int values[64];
  __shared__ bool last;
  const unsigned tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  values[tid] = i < n ? in[i] : 0;
  __syncthreads();
  if (tid == 0) {
    int sum = 0;
    for (int k = 0; k < 64; ++k) sum += values[k];
    partials[blockIdx.x] = sum;
    if (Fenced) __threadfence();
    last = atomicInc(&tickets[Fenced], gridDim.x - 1) == gridDim.x - 1;
    if (Fenced) __threadfence();
  }
  __syncthreads();
  if (!last || tid > 0) return;
  int total = 0;
  for (unsigned k = 0; k < gridDim.x; ++k) total += partials[k];
  *out = total;
}

template __global__ void unfenced_last_block<true>(const int*, int*, std::size_t, int*);
template __global__ void unfenced_last_block<false>(const int*, int*, std::size_t, int*);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan launch(const problem& sum, std::string kernel) {
  return {{std::move(kernel), {{4}, {64}, {}, 0, false}, devices::arguments::of(sum.in, sum.out, sum.n, sum.partials)}};
}
plan unfenced(const problem& sum) {
  return launch(sum, "unfenced_last_block<false>");
}
plan fenced(const problem& sum) {
  return launch(sum, "unfenced_last_block<true>");
}

const mistake_registration entry({"last block without fences", {"race"}, 250, 64, unfenced, fenced, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
