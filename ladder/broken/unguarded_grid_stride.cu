// Rung 7 as the tutorial wrote it: the first of each pair is tested against n, the second is not.
//
// Reads past the end of the array unless n is a multiple of twice the block.

#ifdef __CUDACC__
#include <cstddef>

#include "ladder/dynamic_shared.cuh"

__global__ void unguarded_grid_stride(const int* in, int* partials, std::size_t n) {
  int* const values = dynamic_shared<int>();
  const unsigned tid = threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * 2;
  int sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x * 2 + tid; i < n; i += step) {
    sum += in[i] + in[i + blockDim.x];
  }
  values[tid] = sum;
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
  return one_launch(sum, "unguarded_grid_stride", 1, sum.block * 4);
}

const mistake_registration entry(
    {"second of each pair not tested against n", {"bounds"}, 3000, 128, unguarded, {}, 7, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
