// fixed_order.hpp on a device: a warp folds a block of the fixed order, whose lanes go to its own; neighbouring blocks
// go to the warps of one thread block.
#pragma once

#include <cstdint>
#include <type_traits>

#include "warpfold/reduce/block.cuh"
#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/narrow_block.cuh"
#include "warpfold/reduce/thread.cuh"

namespace warpfold::gpu {

static_assert(fixed_lanes == warp_lanes);

// Elements that a thread has under way at once. Operators with large states are busy with arithmetic, not with waiting.
template <class Op, class Source>
inline constexpr int elements_in_flight = sizeof(typename Op::state) > 24 ? 1 : Source::in_flight;

// Absorbs `rows` rows of a block of the fixed order, at most elements_in_flight, that begin at position `first`; if not
// `whole`, only what lies before `end`.
template <bool Whole, class Op, class Source>
__device__ void absorb_rows(const Op& op, typename Op::state& state, const Source& source, std::int64_t first,
                            std::int64_t end, std::int64_t first_index) {
  constexpr int in_flight = elements_in_flight<Op, Source>;
  using stored = decltype(source.stored_a(0));
  const std::int64_t own = first + threadIdx.x % warp_lanes;
  stored a[in_flight];
  stored b[in_flight];
#pragma unroll
  for (int k = 0; k < in_flight; ++k) {
    if (!Whole && own + k * fixed_lanes >= end) break;
    a[k] = source.stored_a(own + k * fixed_lanes);
    b[k] = source.stored_b(own + k * fixed_lanes);
  }
#pragma unroll
  for (int k = 0; k < in_flight; ++k) {
    const std::int64_t i = own + k * fixed_lanes;
    if (!Whole && i >= end) break;
    absorb_element(op, state, taken_as<element_of<Op>>(a[k]), taken_as<element_of<Op>>(b[k]), first_index + i);
  }
}

// The state of the block of the fixed order that begins at position `first`, in lane 0. All lanes must call.
template <class Op, class Source>
__device__ typename Op::state fold_fixed_block(const Op& op, const Source& source, std::int64_t first,
                                               std::int64_t count, std::int64_t first_index) {
  if constexpr (has_narrow_lanes<Op>) return fold_narrow_block(op, source, block_extent(first, count));
  constexpr std::int64_t step = elements_in_flight<Op, Source> * fixed_lanes;
  static_assert(fixed_block % step == 0);
  typename Op::state state = op.identity();
  const std::int64_t end = min(first + fixed_block, count);
  std::int64_t row = first;
  for (; row + step <= end; row += step) absorb_rows<true>(op, state, source, row, end, first_index);
  if (row < end) absorb_rows<false>(op, state, source, row, end, first_index);
  __syncwarp();
  return warp_combine_lanes(op, state);
}

// How a grid shares the blocks of the fixed order: each thread block takes a subtree of 2^level of them.
struct fixed_order_share {
  unsigned blocks;  // of the whole
  int level;
  unsigned first;  // this thread block's first
  unsigned valid;  // thread blocks that have any, or 1

  __device__ explicit fixed_order_share(std::int64_t count)
      : blocks(static_cast<unsigned>(static_cast<std::uint64_t>(count + fixed_block - 1) / fixed_block)), level(0) {
    static_assert(most_elements / fixed_block * 2 < std::int64_t{1} << 32);
    while (gridDim.x << level < blocks) ++level;
    first = blockIdx.x << level;
    valid = blocks == 0 ? 1 : (blocks + (1u << level) - 1) >> level;
  }
  __device__ unsigned last() const { return min(first + (1u << level), blocks); }
};

// Blocks of the fixed order that the warps fold before one of them combines their states: a subtree of 2^round_level.
inline constexpr int round_level = 5;
inline constexpr unsigned round_blocks = 1 << round_level;
// A thread block's unfinished subtrees of such rounds, at most one of each size.
inline constexpr int most_levels = 44;

template <class Op>
union fixed_order_storage {
  struct {
    shared_states<typename Op::state, 2 * round_blocks> round;  // of two rounds by turns
    shared_states<typename Op::state, most_levels> subtrees;    // thread 0's alone
  } many;
  std::conditional_t<has_narrow_lanes<Op>, few_blocks_storage, char> few;
};

// Whether a thread block has a warp for each part of the blocks of its share.
template <class Source>
__device__ bool takes_parts(const Source& source, const fixed_order_share& share) {
  return source.has_whole_packs() && 1u << share.level <= few_blocks<typename Source::stored>();
}

// The state of this thread block's share where that is so, in thread 0. All threads must call.
template <class Op, class Source>
__device__ double fold_parts(const Op& op, const Source& source, const fixed_order_share& share, std::int64_t count,
                             few_blocks_storage& storage) {
  if (share.first >= share.blocks) return op.identity();
  return fold_few_blocks(op, source, share.first * fixed_block, share.last() - share.first, count, storage);
}

// The state of this thread block's share, in thread 0. All threads must call.
template <class Op, class Source>
__device__ typename Op::state fold_fixed_order(const Op& op, const Source& source, const fixed_order_share& share,
                                               std::int64_t count, std::int64_t first_index,
                                               fixed_order_storage<Op>& storage) {
  const unsigned warp = threadIdx.x / warp_lanes;
  const unsigned lane = threadIdx.x % warp_lanes;
  const std::int64_t last = share.last();
  typename Op::state state = op.identity();
  std::int64_t round = 0;
  for (std::int64_t first = share.first; first < last; first += round_blocks, ++round) {
    const auto here = static_cast<unsigned>(min(last - first, std::int64_t{round_blocks}));
    const unsigned base = round % 2 * round_blocks;
    for (unsigned block = warp; block < here; block += blockDim.x / warp_lanes) {
      const typename Op::state folded = fold_fixed_block(op, source, (first + block) * fixed_block, count, first_index);
      if (lane == 0) storage.many.round[base + block] = folded;
    }
    __syncthreads();
    if (warp > 0) continue;
    if (lane < here) state = storage.many.round[base + lane];
    state = warp_reduce(op, state, here);
    if (lane > 0) continue;
    int level = 0;
    for (; round >> level & 1; ++level) {
      typename Op::state left = storage.many.subtrees[level];
      combine_states(op, left, state);
      state = left;
    }
    storage.many.subtrees[level] = state;
  }
  if (threadIdx.x > 0 || round <= 1) return state;

  // What is left is combined from right to left.
  int level = 0;
  while (!(round >> level & 1)) ++level;
  state = storage.many.subtrees[level];
  for (++level; round >> level != 0; ++level) {
    if (!(round >> level & 1)) continue;
    typename Op::state left = storage.many.subtrees[level];
    combine_states(op, left, state);
    state = left;
  }
  return state;
}

}  // namespace warpfold::gpu
