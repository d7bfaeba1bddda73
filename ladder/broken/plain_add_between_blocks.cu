// Blocks add to one result with a plain load, addition and store.
//
// Two blocks read the same old value, and one sum is lost.

#ifdef __CUDACC__
#include <cstddef>

template <bool Atomic>
__global__ void plain_add_between_blocks(const int* in, int* out, std::size_t n) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x > 0) return;
  if (Atomic) {
    atomicAdd(out, sum);
  } else {
    *out += sum;
  }
}

template __global__ void plain_add_between_blocks<true>(const int*, int*, std::size_t);
template __global__ void plain_add_between_blocks<false>(const int*, int*, std::size_t);

#else
#include "ladder/mistake.hpp"

namespace warpfold::ladder {
namespace {

plan plain(const problem& sum) {
  return one_launch(sum, "plain_add_between_blocks<false>", 4);
}
plan atomic(const problem& sum) {
  return one_launch(sum, "plain_add_between_blocks<true>", 4);
}

const mistake_registration entry({"blocks add without atomics", {"race"}, 100, 32, plain, atomic, 0, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
