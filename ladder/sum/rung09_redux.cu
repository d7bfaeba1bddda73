// Rung 9: one instruction a warp, or one word.
//
// redux.sync sums a warp's 32-bit integers in a single instruction (compute capability 8.0 and later). For every type
// there is cooperative groups' reduce, which says what is meant and leaves the choice to the library.
// Cures: the shuffle ladder of rung 8.
// Illness: four bytes a load; a thread has too little under way to hide the memory's latency.
// Look for: instructions per element.
//
// Targets: 75 80

#ifdef __CUDACC__
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstddef>
#include <cstdint>

struct redux {
  static __device__ int sum(int value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffff, value);
#else
    return value;  // Refused by the host.
#endif
  }
};

struct group {
  template <class T>
  static __device__ T sum(T value) {
    const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    return cooperative_groups::reduce(warp, value, cooperative_groups::plus<T>());
  }
};

template <class T, class Warp>
__global__ void warp_reduce(const T* in, T* partials, std::size_t n) {
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

template __global__ void warp_reduce<std::int32_t, redux>(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void warp_reduce<std::int32_t, group>(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void warp_reduce<std::int64_t, group>(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void warp_reduce<float, group>(const float*, float*, std::size_t);
template __global__ void warp_reduce<double, group>(const double*, double*, std::size_t);

#else
#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan warp_reduce(const problem& sum, std::string_view warp) {
  require_whole_warps(sum);
  const auto blocks = [&](std::uint64_t count) { return strided_blocks(sum, count); };
  return passes(sum, instance("warp_reduce", sum.type, warp), blocks, 0);
}

plan by_redux(const problem& sum) {
  if (sum.type != dtype::int32) throw refusal("redux.sync adds 32-bit integers only");
  require_compute_capability(sum, 80);
  return warp_reduce(sum, "redux");
}

plan by_group(const problem& sum) {
  return warp_reduce(sum, "group");
}

const registration redux({9, "", "redux.sync", by_redux, {}});
const registration group({9, "cg", "cooperative groups reduce", by_group, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
