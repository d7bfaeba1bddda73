// From the totals of a grid's blocks to one state.
#pragma once

#include <cstdint>

#include "warpfold/reduce/counted_word.cuh"
#include "warpfold/reduce/warp.cuh"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// Where the warps of a grid take their stretches of batches from.
__device__ inline unsigned* next_stretch_of(const workspace& scratch) {
  return reinterpret_cast<unsigned*>(scratch.counters + 1);
}

// For the next launch, of a word that all blocks have updated.
__device__ inline void leave_zero(void* word) {
  asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(word), "l"(std::uint64_t{0}) : "memory");
}

// Words that are summed over a grid, counted ones in memory; lane l of a warp has Count of them: l, l + 32, …
template <int Count>
class grid_words {
 public:
  __device__ explicit grid_words(const workspace& scratch)
      : counter_(reinterpret_cast<unsigned long long*>(scratch.counters)),
        word_(static_cast<std::uint64_t*>(scratch.partials) + threadIdx.x % warp_lanes) {}

  // Adds what this block has, each word below 2^33 in magnitude or a number of elements; whether it is the last to do
  // so: then the words become those of all blocks, and zeros are left. One warp of each block must call.
  __device__ bool add(std::int64_t (&words)[Count]) const {
    std::uint64_t seen[Count];
    const std::uint64_t arrived = post(words, seen);
    if (arrived >> 32 < gridDim.x) return false;
    take(words, seen, static_cast<unsigned>(arrived));
    return true;
  }

 private:
  // In all lanes: how many blocks have come, and, in the lower half, with how many words that are not zero. The words
  // are looked at while that is on its way: mostly, the last block sees those of all others so.
  __device__ std::uint64_t post(const std::int64_t (&words)[Count], std::uint64_t (&seen)[Count]) const {
    unsigned posted = 0;
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      if (words[i] == 0) continue;
      counted_word::add(word_ + warp_lanes * i, words[i]);
      ++posted;
    }
    look(seen);
    const std::uint64_t mine = std::uint64_t{1} << 32 | __reduce_add_sync(every_lane, posted);
    std::uint64_t arrived = 0;
    if (threadIdx.x % warp_lanes == 0) arrived = atomicAdd(counter_, mine) + mine;
    return __shfl_sync(every_lane, arrived, 0);
  }

  // Waits for so many words of all blocks together; `sums` are those that have been seen.
  __device__ void take(std::int64_t (&words)[Count], std::uint64_t (&sums)[Count], unsigned posted) const {
    while (__reduce_add_sync(every_lane, blocks_in(sums)) != posted) look(sums);
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      if (sums[i] != 0) leave_zero(word_ + warp_lanes * i);
      words[i] = counted_word::sum_in(sums[i]);
    }
    if (threadIdx.x % warp_lanes == 0) leave_zero(counter_);
  }

  __device__ void look(std::uint64_t (&sums)[Count]) const {
#pragma unroll
    for (int i = 0; i < Count; ++i) sums[i] = counted_word::look(word_ + warp_lanes * i);
  }
  __device__ static unsigned blocks_in(const std::uint64_t (&sums)[Count]) {
    unsigned blocks = 0;
#pragma unroll
    for (const std::uint64_t sum : sums) blocks += counted_word::blocks_in(sum);
    return blocks;
  }

  unsigned long long* counter_;
  std::uint64_t* word_;  // the lane's first
};

// Adds up the totals of all blocks; the last block to do so writes the state of `count` elements to `out`, and the
// number of elements left out behind it where that is asked for. All threads must call, after a barrier.
template <class Totals>
__device__ void write_state(const Totals& totals, std::int64_t count, bool with_left_out, const workspace& scratch,
                            std::int64_t* out) {
  constexpr int lanes = warp_lanes;
  constexpr int all_words = Totals::state_words + 1;
  constexpr int of_lane = (all_words + lanes - 1) / lanes;
  static_assert(of_lane * lanes * sizeof(std::int64_t) <= partial_bytes(Totals::state_words * sizeof(std::int64_t)));
  if (threadIdx.x >= lanes) return;
  const int lane = static_cast<int>(threadIdx.x);
  std::int64_t words[of_lane];
#pragma unroll
  for (int i = 0; i < of_lane; ++i) {
    const int word = lane + lanes * i;
    const std::int64_t carried = totals.carried(min(word, all_words - 1));
    words[i] = word < all_words ? carried : 0;
  }
  if (gridDim.x > 1 && !grid_words<of_lane>(scratch).add(words)) return;
  if (lane == 0) leave_zero(next_stretch_of(scratch));

  const std::int64_t left_out =
      __shfl_sync(every_lane, words[Totals::state_words / lanes], Totals::state_words % lanes);
  const int written = Totals::state_words + (with_left_out ? 1 : 0);
#pragma unroll
  for (int i = 0; i < of_lane; ++i) {
    const int word = lane + lanes * i;
    // A sum is -0 where there is any element at all and all of them are -0.
    if (Totals::counts_negative_zeros(word)) words[i] = count > left_out ? 1 : 0;
    if (Totals::counts_others(word) && count == left_out) words[i] = 0;
    if (Totals::counts_additions(word)) words[i] = std::int64_t{2} * gridDim.x;
    if (word < written) out[word] = words[i];
  }
}

}  // namespace warpfold::gpu
