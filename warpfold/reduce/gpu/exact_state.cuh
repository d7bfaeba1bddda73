// From the totals of a grid's blocks to one state.
#pragma once

#include <cstdint>

#include "warpfold/reduce/grid.cuh"

namespace warpfold::gpu {

// Whether this block is the last of the grid to come here, with what it did to memory; the last sees what all did. The
// counter is zero again by then. All threads of the block must call.
__device__ inline bool comes_last(const workspace& scratch) {
  __threadfence();
  __syncthreads();
  const bool last = detail::arrives_last(scratch);
  __threadfence();
  return last;
}

// Where the warps of a grid take their stretches of batches from.
__device__ inline unsigned* next_stretch_of(const workspace& scratch) {
  return reinterpret_cast<unsigned*>(scratch.counters + 1);
}

// Merges the totals of all blocks, word by word; the last block to arrive writes the state of `count` elements to
// `out`, and the number of elements left out behind it where that is asked for. All threads must call, after a barrier.
template <class Totals>
__device__ void write_state(const Totals& totals, std::int64_t count, bool with_left_out, const workspace& scratch,
                            std::int64_t* out) {
  constexpr int words = Totals::state_words + 1;
  static_assert(words * sizeof(std::int64_t) <= partial_bytes(Totals::state_words * sizeof(std::int64_t)));
  __shared__ std::int64_t state[words];
  auto* const merged = static_cast<unsigned long long*>(scratch.partials);
  for (int word = threadIdx.x; word < words; word += blockDim.x) {
    state[word] = totals.carried(word);
    if (gridDim.x > 1 && state[word] != 0) atomicAdd(&merged[word], static_cast<unsigned long long>(state[word]));
  }
  if (gridDim.x > 1) {
    if (!comes_last(scratch)) return;
    for (int word = threadIdx.x; word < words; word += blockDim.x) {
      state[word] = static_cast<std::int64_t>(atomicExch(&merged[word], 0ULL));
    }
  }
  if (threadIdx.x == 0) *next_stretch_of(scratch) = 0;
  __syncthreads();
  const std::int64_t left_out = state[words - 1];
  for (int word = threadIdx.x; word < Totals::state_words + (with_left_out ? 1 : 0); word += blockDim.x) {
    std::int64_t value = state[word];
    // A sum is -0 where there is any element at all and all of them are -0.
    if (Totals::counts_negative_zeros(word)) value = count > left_out ? 1 : 0;
    if (Totals::counts_others(word) && count == left_out) value = 0;
    out[word] = value;
  }
}

}  // namespace warpfold::gpu
