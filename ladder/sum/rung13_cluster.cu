// Rung 13: clusters and distributed shared memory.
//
// The blocks of a cluster run at once on neighbouring SMs and read each other's shared memory: the first block's first
// warp collects the sums of all, one lane a block, so that a cluster leaves one partial sum. The cluster's size is part
// of the kernel (4 blocks) or given at launch (8). Nobody may leave while its memory is still read: hence the second
// barrier. Below compute capability 9.0 there are no clusters, and each block is one of its own.
// Cures: partial sums that go through memory though their blocks are neighbours.
// Illness: blocks of a cluster wait for each other, at the start for room and at the end for the slowest.
// Look for: fewer partial sums, two cluster barriers, remote shared loads.
//
// Targets: 75 90

#ifdef __CUDACC__
#include <cooperative_groups.h>

#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

template <class T>
__device__ void sum_by_cluster(const T* in, T* partials, std::size_t n) {
  const T sum = block_sum(thread_sum<4>(in, n));
#if __CUDA_ARCH__ >= 900
  __shared__ T block_total;
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) block_total = sum;
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x < 32) {
    const bool has_block = threadIdx.x < cluster.num_blocks();
    const T total = warp_sum(has_block ? *cluster.map_shared_rank(&block_total, threadIdx.x) : T{0});
    if (threadIdx.x == 0) partials[blockIdx.x / cluster.num_blocks()] = total;
  }
  cluster.sync();
#else
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
#endif
}

template <class T>
__global__ void cluster_at_launch(const T* in, T* partials, std::size_t n) {
  sum_by_cluster(in, partials, n);
}

template <class T>
__global__ void
#if __CUDA_ARCH__ >= 900
__cluster_dims__(4, 1, 1)
#endif
    cluster_of_4(const T* in, T* partials, std::size_t n) {
  sum_by_cluster(in, partials, n);
}

#define WARPFOLD_INSTANCES(kernel)                                                  \
  template __global__ void kernel(const std::int32_t*, std::int32_t*, std::size_t); \
  template __global__ void kernel(const std::int64_t*, std::int64_t*, std::size_t); \
  template __global__ void kernel(const float*, float*, std::size_t);               \
  template __global__ void kernel(const double*, double*, std::size_t);
WARPFOLD_INSTANCES(cluster_at_launch)
WARPFOLD_INSTANCES(cluster_of_4)
#undef WARPFOLD_INSTANCES

#else
#include <algorithm>

#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan by_cluster(const problem& sum, std::string_view kernel, unsigned size) {
  require_whole_warps(sum);
  if (sum.machine->max_cluster_blocks < 2) size = 1;
  const std::uint64_t tile = 4ull * sum.block * 16 / size_of(sum.type);
  const auto blocks = [&](std::uint64_t count) {
    const std::uint64_t most = std::max<std::uint64_t>(1, resident_blocks(sum) / size);
    return size * std::clamp<std::uint64_t>(divide_up(count, size * tile), 1, most);
  };
  return passes(sum, instance(kernel, sum.type), blocks, 0, size);
}

const registration at_launch({13,
                              "",
                              "cluster of 8, chosen at launch",
                              [](const problem& sum) { return by_cluster(sum, "cluster_at_launch", 8); },
                              {}});
const registration compiled({13,
                             "compiled",
                             "cluster of 4, compiled in",
                             [](const problem& sum) { return by_cluster(sum, "cluster_of_4", 4); },
                             {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
