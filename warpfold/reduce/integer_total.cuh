// Sums of integers over the lanes of a warp, the threads of a block and the blocks of a grid. Their order does not
// matter, so they need neither shuffles nor a block that reads what the others have left.
//
// A total is a signed integer of 32, 64 or 128 bits, or two of them.
#pragma once

#include <cstdint>

#include "warpfold/reduce/counted_word.cuh"
#include "warpfold/reduce/exact/int128.hpp"
#include "warpfold/reduce/warp.cuh"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold {

template <class First, class Second>
struct total_pair {
  First first;
  Second second;
};

// The sum of the lanes' values, modulo 2^bits of their type, in every lane. All lanes must call.
template <class Integer>
__device__ Integer warp_total(const Integer& value) {
  constexpr unsigned piece = 27;  // the sum of 32 lanes of so many bits fits a word
  constexpr unsigned bits = 8 * sizeof(Integer);
  Integer total = 0;
#pragma unroll
  for (unsigned at = 0; at < bits; at += piece) {
    const unsigned part = static_cast<unsigned>(value >> at) & ((1u << piece) - 1);
    total += static_cast<Integer>(__reduce_add_sync(every_lane, part)) << at;
  }
  return total;
}
template <class First, class Second>
__device__ total_pair<First, Second> warp_total(const total_pair<First, Second>& value) {
  return {warp_total(value.first), warp_total(value.second)};
}

// Shared memory for what each warp has.
template <class Total>
struct total_storage {
  Total of_warp[warp_lanes];
};

// The sum of the threads' values, in every lane of warp 0. All threads must call; before the storage is used again they
// must have passed a barrier.
template <class Total>
__device__ Total block_total(Total value, total_storage<Total>& storage) {
  const unsigned lane = threadIdx.x % warp_lanes;
  value = warp_total(value);
  if (blockDim.x <= warp_lanes) return value;
  if (lane == 0) storage.of_warp[threadIdx.x / warp_lanes] = value;
  __syncthreads();
  if (threadIdx.x >= warp_lanes) return value;
  return warp_total(lane < blockDim.x / warp_lanes ? storage.of_warp[lane] : Total{});
}

namespace detail {

// A total cut into words of 32 bits, and put together again from what lanes of a warp hold, one word each.
template <class Integer>
struct words_of_total {
  static constexpr unsigned count = sizeof(Integer) / 4;
  using sum = exact::int128;

  __device__ static sum widened(const Integer& value) { return value; }
  // The uppermost word is signed.
  __device__ static std::int64_t at(const Integer& value, unsigned i) {
    const auto shifted = static_cast<std::int64_t>(value >> (32 * i));
    return i + 1 < count ? std::int64_t{static_cast<unsigned>(shifted)} : std::int64_t{static_cast<int>(shifted)};
  }
  __device__ static sum collect(std::int64_t word, unsigned first_lane) {
    sum total = 0;
#pragma unroll
    for (unsigned i = 0; i < count; ++i) {
      const std::int64_t part = __shfl_sync(every_lane, static_cast<long long>(word), first_lane + i);
      total += static_cast<sum>(static_cast<exact::uint128>(static_cast<sum>(part)) << (32 * i));
    }
    return total;
  }
};
template <class First, class Second>
struct words_of_total<total_pair<First, Second>> {
  using first = words_of_total<First>;
  using second = words_of_total<Second>;
  static constexpr unsigned count = first::count + second::count;
  using sum = total_pair<typename first::sum, typename second::sum>;

  __device__ static sum widened(const total_pair<First, Second>& value) { return {value.first, value.second}; }
  __device__ static std::int64_t at(const total_pair<First, Second>& value, unsigned i) {
    return i < first::count ? first::at(value.first, i) : second::at(value.second, i - first::count);
  }
  __device__ static sum collect(std::int64_t word, unsigned first_lane) {
    return {first::collect(word, first_lane), second::collect(word, first_lane + first::count)};
  }
};

}  // namespace detail

// A total that nothing has been lost of.
template <class Total>
using wide_total = typename detail::words_of_total<Total>::sum;

// Adds the values that warp 0 of each block holds, exactly, and calls use(sum) in lane 0 of one block, whichever comes
// last. Warp 0 of every block must call.
//
// Each word of a value is added to a counted one of the workspace: the block that completes the first count waits until
// the others are complete, takes the sums and leaves zeros.
template <class Total, class Use>
__device__ void grid_total(const Total& value, const workspace& scratch, const Use& use) {
  using words = detail::words_of_total<Total>;
  static_assert(words::count * sizeof(std::uint64_t) <= workspace::counter_bytes);
  const unsigned lane = threadIdx.x;
  if (gridDim.x == 1) {
    if (lane == 0) use(words::widened(value));
    return;
  }
  const bool has_word = lane < words::count;
  std::uint64_t* const word = scratch.counters + lane;
  std::uint64_t total = 0;
  if (has_word) total = counted_word::add(word, words::at(value, lane));
  if (__shfl_sync(every_lane, counted_word::blocks_in(total), 0) < gridDim.x) return;
  if (has_word) {
    while (counted_word::blocks_in(total) < gridDim.x) total = counted_word::look(word);
    *word = 0;
  }
  const wide_total<Total> sum = words::collect(counted_word::sum_in(total), 0);
  if (lane == 0) use(sum);
}

}  // namespace warpfold
