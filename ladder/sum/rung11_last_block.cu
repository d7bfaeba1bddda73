// Rung 11: one launch, the last block finishes.
//
// Each block writes its partial sum, fences, and takes a ticket. The block that takes the last ticket sees, after a
// fence of its own, all partial sums, and adds them in a fixed order: floats come out the same from run to run. The
// ticket counter wraps to zero by itself, ready for the next launch. Counter and partial sums belong to one stream:
// sums on several streams at once have one each.
// Cures: the second launch.
// Illness: after its last load the array's sum still waits for a ticket, a fence and one more trip to memory.
// Look for: one launch; atomics, one a block.
//
// Targets: 75 80

#ifdef __CUDACC__
#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

// Whether the block is the last to have written to `partials`; in every thread.
__device__ bool last_to_arrive(unsigned* arrived) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();  // The partial sum before the ticket,
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();  // and the ticket before the others' partial sums.
  }
  __syncthreads();
  return last;
}

template <class T>
__global__ void last_block(const T* in, T* out, std::size_t n, T* partials, unsigned* arrived) {
  const T sum = block_sum(thread_sum<4>(in, n));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
  if (!last_to_arrive(arrived)) return;
  T total{0};
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += __ldcg(partials + i);
  total = block_sum(total);
  if (threadIdx.x == 0) *out = total;
}

template __global__ void last_block(const std::int32_t*, std::int32_t*, std::size_t, std::int32_t*, unsigned*);
template __global__ void last_block(const std::int64_t*, std::int64_t*, std::size_t, std::int64_t*, unsigned*);
template __global__ void last_block(const float*, float*, std::size_t, float*, unsigned*);
template __global__ void last_block(const double*, double*, std::size_t, double*, unsigned*);

#else
#include <algorithm>

#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan last_block(const problem& sum) {
  require_whole_warps(sum);
  const std::uint64_t tile = 4ull * sum.block * 16 / size_of(sum.type);
  const auto blocks =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(divide_up(sum.n, tile), 1, 5 * resident_blocks(sum)));
  return {{instance("last_block", sum.type),
           {{blocks}, {sum.block}, {}, 0, false},
           devices::arguments::of(sum.in, sum.out, sum.n, sum.partials, sum.counters)}};
}

const registration entry({11, "", "one launch, last block finishes", last_block, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
