// Shared memory for one value a warp, read by all lanes of the first warp.
//
// A block of 256 threads has 8 warps; lanes 8 to 31 read past the array.

#ifdef __CUDACC__
#include <cstddef>

template <bool Guarded>
__global__ void shared_too_small(const int* in, int* out, std::size_t) {
  __shared__ int warp_sums[8];
  const unsigned tid = threadIdx.x, lane = tid % 32;
  int sum = in[tid];
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) warp_sums[tid / 32] = sum;
  __syncthreads();
  if (tid >= 32) return;
  sum = !Guarded || lane < 8 ? warp_sums[lane] : 0;
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) *out = sum;
}

template __global__ void shared_too_small<true>(const int*, int*, std::size_t);
template __global__ void shared_too_small<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan overrun(const problem& sum) {
  return one_launch(sum, "shared_too_small<false>", 1);
}
plan guarded(const problem& sum) {
  return one_launch(sum, "shared_too_small<true>", 1);
}

const mistake_registration entry({"shared array smaller than a warp", {"bounds"}, 256, 256, overrun, guarded, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
