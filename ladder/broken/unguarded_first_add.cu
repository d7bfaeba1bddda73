// Rung 4 as the tutorial wrote it: neither load is tested against n.
//
// Unless n is a multiple of twice the block, the last block reads past the end of the array and adds whatever lies
// there.

#ifdef __CUDACC__
#include <cstddef>

#include "ladder/dynamic_shared.cuh"

__global__ void unguarded_first_add(const int* in, int* partials, std::size_t) {
  int* const values = dynamic_shared<int>();
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + tid;
  values[tid] = in[i] + in[i + blockDim.x];
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride) values[tid] += values[tid + stride];
    __syncthreads();
  }
  if (tid == 0) partials[blockIdx.x] = values[0];
}

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan unguarded(const problem& sum) {
  return one_launch(sum, "unguarded_first_add", 1, sum.block * 4);
}

const mistake_registration entry({"loads not tested against n", {"bounds"}, 1000, 512, unguarded, {}, 4, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
