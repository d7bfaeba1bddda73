// Rung 8: warp shuffles.
//
// A lane reads another lane's register, with no detour through shared memory: five steps sum a warp. Shared memory
// carries one value a warp, which the first warp sums the same way. The mask names the lanes that must take part: all
// 32, since the block is refused unless it is made of whole warps.
// Four ways to the same sum: down (lane l reads l + offset; the sum ends in lane 0), xor (lanes swap; it ends in every
// lane), up (lane l reads l - offset, and those with none keep their value: a scan, whose last lane holds the sum) and
// idx (any lane by number: here a rotation).
// Cures: shared memory and barriers in the tree.
// Illness: five shuffles and five additions for each warp.
// Look for: two barriers fewer than log2(block), hardly any shared wavefronts.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

constexpr unsigned all_lanes = 0xffffffff;

struct down {
  template <class T>
  static __device__ T sum(T value) {
    for (unsigned offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(all_lanes, value, offset);
    return value;
  }
};

struct exchange {
  template <class T>
  static __device__ T sum(T value) {
    for (unsigned mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(all_lanes, value, mask);
    return value;
  }
};

struct up {
  template <class T>
  static __device__ T sum(T value) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned offset = 1; offset < 32; offset *= 2) {
      const T below = __shfl_up_sync(all_lanes, value, offset);
      if (lane >= offset) value += below;
    }
    return __shfl_sync(all_lanes, value, 31);
  }
};

struct rotation {
  template <class T>
  static __device__ T sum(T value) {
    const unsigned lane = threadIdx.x % 32;
    for (unsigned offset = 16; offset > 0; offset /= 2) {
      value += __shfl_sync(all_lanes, value, (lane + offset) % 32);
    }
    return value;
  }
};

template <class T, class Warp>
__global__ void shuffle(const T* in, T* partials, std::size_t n) {
  __shared__ T warp_sums[32];
  const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * 2;
  T sum{0};
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x * 2 + tid; i < n; i += step) {
    sum += in[i];
    if (i + blockDim.x < n) sum += in[i + blockDim.x];
  }
  sum = Warp::sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return;
  sum = Warp::sum(lane < blockDim.x / 32 ? warp_sums[lane] : T{0});
  if (lane == 0) partials[blockIdx.x] = sum;
}

#define WARPFOLD_INSTANCES(warp)                                                                         \
  template __global__ void shuffle<std::int32_t, warp>(const std::int32_t*, std::int32_t*, std::size_t); \
  template __global__ void shuffle<std::int64_t, warp>(const std::int64_t*, std::int64_t*, std::size_t); \
  template __global__ void shuffle<float, warp>(const float*, float*, std::size_t);                      \
  template __global__ void shuffle<double, warp>(const double*, double*, std::size_t);
WARPFOLD_INSTANCES(down)
WARPFOLD_INSTANCES(exchange)
WARPFOLD_INSTANCES(up)
WARPFOLD_INSTANCES(rotation)
#undef WARPFOLD_INSTANCES

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

std::function<plan(const problem&)> shuffle(std::string warp) {
  return [warp](const problem& sum) {
    require_whole_warps(sum);
    const auto blocks = [&](std::uint64_t count) { return strided_blocks(sum, count); };
    return passes(sum, instance("shuffle", sum.type, warp), blocks, 0);
  };
}

const registration by_down({8, "", "warp shuffles, down", shuffle("down"), {}});
const registration by_xor({8, "xor", "warp shuffles, xor", shuffle("exchange"), {}});
const registration by_up({8, "up", "warp shuffles, up", shuffle("up"), {}});
const registration by_idx({8, "idx", "warp shuffles, idx", shuffle("rotation"), {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
