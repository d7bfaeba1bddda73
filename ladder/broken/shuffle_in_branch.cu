// A shuffle inside a branch that some lanes of its mask do not take.
//
// The lanes that are named but absent have nothing to give; on hardware the value is undefined, or the warp hangs.

#ifdef __CUDACC__
#include <cstddef>

template <bool Inside>
__global__ void shuffle_in_branch(const int* in, int* out, std::size_t) {
  const unsigned lane = threadIdx.x;
  int sum = in[lane];
  if (Inside) {
    if (lane >= 16) return;
    sum += __shfl_down_sync(0xffffffff, sum, 16);
  } else {
    sum += __shfl_down_sync(0xffffffff, sum, 16);
    if (lane >= 16) return;
  }
  for (unsigned offset = 8; offset > 0; offset /= 2) sum += __shfl_down_sync(0x0000ffff, sum, offset, 16);
  if (lane == 0) *out = sum;
}

template __global__ void shuffle_in_branch<true>(const int*, int*, std::size_t);
template __global__ void shuffle_in_branch<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan inside(const problem& sum) {
  return one_launch(sum, "shuffle_in_branch<true>", 1);
}
plan outside(const problem& sum) {
  return one_launch(sum, "shuffle_in_branch<false>", 1);
}

const mistake_registration entry({"shuffle from lanes that have left", {"shuffle"}, 32, 32, inside, outside, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
