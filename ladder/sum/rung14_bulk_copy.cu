// Rung 14: bulk asynchronous copies, several stages.
//
// One thread asks the copy engine for whole tiles; they arrive in shared memory while the block adds tiles that came
// before, with no register to hold what is under way. Each stage of the ring has an mbarrier that completes when the
// tile's bytes have arrived; its phase flips from round to round, and a waiting thread names the phase it waits for.
// A stage is asked for again only after all have read it. (Compute capability 9.0 and later.)
// Cures: loads in flight paid for with registers.
// Illness: none; this is as fast as the memory.
// Look for: global requests: next to none, the copy engine makes them.
//
// Targets: 90

#ifdef __CUDACC__
#include "ladder/block_sum.cuh"
#include "ladder/dynamic_shared.cuh"
#include "ladder/vector_load.cuh"

constexpr int stages = 4;

using mbarrier = std::uint64_t;

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void expect_one_arrival(mbarrier* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}

// Arrives, says how many bytes are to come, and asks for them.
__device__ void ask_for(void* to, const void* from, unsigned bytes, mbarrier* barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}

__device__ bool has_completed(mbarrier* barrier, unsigned phase) {
  unsigned done;
  asm volatile(
      "{\n\t"
      ".reg .pred completed;\n\t"
      "mbarrier.try_wait.parity.shared::cta.b64 completed, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, completed;\n\t"
      "}"
      : "=r"(done)
      : "r"(shared_address(barrier)), "r"(phase)
      : "memory");
  return done != 0;
}

template <class T>
__global__ void bulk_copy(const T* in, T* partials, std::size_t n) {
  constexpr unsigned vectors_per_thread = 4;
  constexpr std::size_t per_vector = sizeof(uint4) / sizeof(T);
  __shared__ mbarrier arrived[stages];
  uint4* const ring = dynamic_shared<uint4>();
  const uint4* const vectors = reinterpret_cast<const uint4*>(in);
  const std::size_t vector_count = n / per_vector;
  const unsigned tile = vectors_per_thread * blockDim.x;
  const auto [first, last] = tiles_of_block((vector_count + tile - 1) / tile);

  const auto size_of_tile = [&](std::size_t t) {
    const std::size_t left = vector_count - t * tile;
    return left < tile ? static_cast<unsigned>(left) : tile;
  };
  const auto ask = [&, first = first](std::size_t t) {
    const unsigned stage = (t - first) % stages;
    ask_for(ring + stage * tile, vectors + t * tile, size_of_tile(t) * sizeof(uint4), arrived + stage);
  };

  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) expect_one_arrival(arrived + stage);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    for (std::size_t t = first; t < last && t < first + stages; ++t) ask(t);
  }
  __syncthreads();

  T sum{0};
  for (std::size_t t = first; t < last; ++t) {
    const unsigned stage = (t - first) % stages;
    const unsigned phase = (t - first) / stages % 2;
    while (!has_completed(arrived + stage, phase)) {
    }
    __syncwarp();  // The lanes left the loop one by one, and the block's barrier wants whole warps.
    const unsigned size = size_of_tile(t);
    const uint4* const values = ring + stage * tile;
#pragma unroll
    for (unsigned k = 0; k < vectors_per_thread; ++k) {
      const unsigned i = k * blockDim.x + threadIdx.x;
      if (i < size) sum += sum_of<T>(values[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0 && t + stages < last) ask(t + stages);
  }
  const std::size_t beyond = vector_count * per_vector + threadIdx.x;
  if (blockIdx.x == 0 && beyond < n) sum += in[beyond];
  sum = block_sum(sum);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

template __global__ void bulk_copy(const std::int32_t*, std::int32_t*, std::size_t);
template __global__ void bulk_copy(const std::int64_t*, std::int64_t*, std::size_t);
template __global__ void bulk_copy(const float*, float*, std::size_t);
template __global__ void bulk_copy(const double*, double*, std::size_t);

#else
#include <fmt/format.h>

#include <algorithm>

#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

plan bulk_copy(const problem& sum) {
  require_whole_warps(sum);
  require_compute_capability(sum, 90);
  constexpr std::size_t stages = 4;
  const std::size_t tile_bytes = std::size_t{4} * sum.block * 16;
  const std::size_t ring_bytes = stages * tile_bytes;
  const std::size_t most_bytes = sum.machine->shared_bytes_per_block_opt_in;
  if (ring_bytes + 1024 > most_bytes) {
    throw refusal(fmt::format("a block of {} threads: needs {} bytes of shared memory, a block has at most {}",
                              sum.block, ring_bytes, most_bytes));
  }
  const std::uint64_t per_sm = std::max<std::uint64_t>(1, sum.machine->shared_bytes_per_sm / (ring_bytes + 2048));
  const auto blocks = [&](std::uint64_t count) {
    const std::uint64_t resident = std::min(per_sm * sum.machine->sms, resident_blocks(sum));
    return std::clamp<std::uint64_t>(divide_up(count * size_of(sum.type), tile_bytes), 1, resident);
  };
  return passes(sum, instance("bulk_copy", sum.type), blocks, ring_bytes);
}

const registration entry({14, "", "bulk asynchronous copies, four stages", bulk_copy, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
