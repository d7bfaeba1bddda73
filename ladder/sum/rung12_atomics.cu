// Rung 12: one launch, atomics.
//
// Blocks add their sums to one accumulator in memory; a ticket tells the last one, which moves the total to the result
// and leaves zeros. For 32-bit integers accumulator and ticket fit into one 64-bit word: the sum in the lower 48 bits,
// which the sums of 2^16 blocks cannot overflow, the number of blocks above. One atomic a block says it all, and the
// block that completes the count knows the total without another look at memory.
// Cures: the trip through memory after the last ticket.
// Illness: none for integers. Floats are added in the order of arrival, so their last bits change from run to run.
// Look for: atomics and how many wait for the same address.
//
// Targets: 75 80

#ifdef __CUDACC__
#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

using word = unsigned long long;

// Integers are added modulo 2^bits, so the unsigned addition serves both signs.
__device__ void add_to(std::int32_t* total, std::int32_t value) {
  atomicAdd(total, value);
}
__device__ void add_to(std::int64_t* total, std::int64_t value) {
  atomicAdd(reinterpret_cast<word*>(total), static_cast<word>(value));
}
__device__ void add_to(float* total, float value) {
  atomicAdd(total, value);
}
__device__ void add_to(double* total, double value) {
  atomicAdd(total, value);
}

template <class T>
__device__ T take(T* total) {
  T value;
  if constexpr (sizeof(T) == 4) {
    const unsigned bits = atomicExch(reinterpret_cast<unsigned*>(total), 0u);
    memcpy(&value, &bits, sizeof value);
  } else {
    const word bits = atomicExch(reinterpret_cast<word*>(total), word{0});
    memcpy(&value, &bits, sizeof value);
  }
  return value;
}

template <class T>
__global__ void atomics(const T* in, T* out, std::size_t n, T* total, unsigned* arrived) {
  const T sum = block_sum(thread_sum<4>(in, n));
  if (threadIdx.x > 0) return;
  add_to(total, sum);
  __threadfence();
  if (atomicInc(arrived, gridDim.x - 1) < gridDim.x - 1) return;
  __threadfence();
  *out = take(total);
}

template __global__ void atomics(const std::int32_t*, std::int32_t*, std::size_t, std::int32_t*, unsigned*);
template __global__ void atomics(const std::int64_t*, std::int64_t*, std::size_t, std::int64_t*, unsigned*);
template __global__ void atomics(const float*, float*, std::size_t, float*, unsigned*);
template __global__ void atomics(const double*, double*, std::size_t, double*, unsigned*);

__global__ void packed_atomics(const std::int32_t* in, std::int32_t* out, std::size_t n, word* total_and_arrived) {
  constexpr int count_at = 48;
  const std::int32_t sum = block_sum(thread_sum<4>(in, n));
  if (threadIdx.x > 0) return;
  const word mine = (word{1} << count_at) + static_cast<unsigned>(sum);
  const word before = atomicAdd(total_and_arrived, mine);
  if (before >> count_at < gridDim.x - 1) return;
  *out = static_cast<std::int32_t>(before + mine);
  *total_and_arrived = 0;
}

#else
#include <algorithm>

#include "ladder/rung.hpp"

namespace warpfold::ladder {
namespace {

devices::launch_shape shape_of(const problem& sum) {
  require_whole_warps(sum);
  constexpr std::uint64_t most = 65535;  // that the packed count can tell
  const std::uint64_t tile = 4ull * sum.block * 16 / size_of(sum.type);
  const auto blocks = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(divide_up(sum.n, tile), 1, std::min(most, 5 * resident_blocks(sum))));
  return {{blocks}, {sum.block}, {}, 0, false};
}

plan atomics(const problem& sum) {
  const devices::address total = sum.counters, arrived = sum.counters + 8;
  return {
      {instance("atomics", sum.type), shape_of(sum), devices::arguments::of(sum.in, sum.out, sum.n, total, arrived)}};
}

plan packed_atomics(const problem& sum) {
  if (sum.type != dtype::int32) throw refusal("sum and count fit into 64 bits for int32 only");
  return {{"packed_atomics", shape_of(sum), devices::arguments::of(sum.in, sum.out, sum.n, sum.counters)}};
}

const registration entry({12, "", "one launch, two atomics a block", atomics, {}});
const registration packed({12, "packed", "one launch, one packed atomic a block", packed_atomics, {}});

}  // namespace
}  // namespace warpfold::ladder
#endif
