// fixed_order.hpp on a device: a thread block has a subtree of the blocks of the fixed order, and of this each of its
// warps has one.
#pragma once

#include <cstdint>
#include <type_traits>

#include "warpfold/reduce/block.cuh"
#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/narrow_block.cuh"
#include "warpfold/reduce/gpu/packed_blocks.cuh"
#include "warpfold/reduce/thread.cuh"

namespace warpfold::gpu {

static_assert(fixed_lanes == warp_lanes);

// Operators with large states are busy with arithmetic, not with waiting.
template <class Op>
inline constexpr bool waits = sizeof(typename Op::state) <= 24;

// Elements that a thread has under way at once.
template <class Op, class Source>
inline constexpr int elements_in_flight = waits<Op> ? Source::in_flight : 1;

// Absorbs `rows` rows of a block of the fixed order, at most elements_in_flight, that begin at position `first`; if not
// `whole`, only what lies before `end`.
template <bool Whole, class Op, class Source>
__device__ void absorb_rows(const Op& op, thread_partial<Op>& lane, const Source& source, std::int64_t first,
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
    lane.add(op, taken_as<element_of<Op>>(a[k]), taken_as<element_of<Op>>(b[k]), first_index + i);
  }
}

// The state of the block of the fixed order that begins at position `first`, in lane 0. All lanes must call.
template <class Op, class Source>
__device__ typename Op::state fold_fixed_block(const Op& op, const Source& source, std::int64_t first,
                                               std::int64_t count, std::int64_t first_index) {
  if constexpr (has_narrow_lanes<Op>) return fold_narrow_block(op, source, block_extent(first, count));
  constexpr std::int64_t step = elements_in_flight<Op, Source> * fixed_lanes;
  static_assert(fixed_block % step == 0);
  thread_partial<Op> own_lane(op);
  const std::int64_t end = min(first + fixed_block, count);
  std::int64_t row = first;
  for (; row + step <= end; row += step) absorb_rows<true>(op, own_lane, source, row, end, first_index);
  if (row < end) absorb_rows<false>(op, own_lane, source, row, end, first_index);
  __syncwarp();
  return warp_combine_lanes(op, own_lane.state(op));
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
  // Of this thread block's warps each takes a subtree of 2^that many blocks.
  __device__ int level_of_warp() const {
    return max(level - (31 - __clz(static_cast<int>(blockDim.x / warp_lanes))), 0);
  }
};

// Blocks of the fixed order that a warp folds before it combines their states, one a lane: a subtree of 2^round_level.
inline constexpr int round_level = 5;
inline constexpr unsigned round_blocks = 1 << round_level;
static_assert(round_blocks == warp_lanes);
// A warp's unfinished subtrees of such rounds, at most one of each size.
inline constexpr int most_levels = 19;
static_assert(most_elements / fixed_block >> round_level < std::int64_t{1} << most_levels);

template <class Op>
union fixed_order_storage {
  static constexpr unsigned most_warps = most_threads(Op::laws) / warp_lanes;
  struct {
    shared_states<typename Op::state, most_warps> shares;                  // the warps'
    shared_states<typename Op::state, most_warps * most_levels> subtrees;  // those of each warp
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

// What a warp has of its subtree after some rounds: at most one subtree of each size, in lane 0.
template <class Op>
class warp_subtree {
 public:
  // `subtrees` has room for most_levels.
  __device__ warp_subtree(const Op& op, typename Op::state* subtrees) : latest_(op.identity()), subtrees_(subtrees) {}

  // Appends a round of `here` blocks, whose states the lanes hold, one each. All lanes must call.
  __device__ void push(const Op& op, const typename Op::state& of_lane, unsigned here) {
    latest_ = warp_reduce(op, of_lane, here);
    if (threadIdx.x % warp_lanes == 0) {
      int level = 0;
      for (; rounds_ >> level & 1; ++level) put_left(op, level);
      subtrees_[level] = latest_;
    }
    ++rounds_;
  }
  // Combines what is left from right to left. Lane 0 holds the result.
  __device__ typename Op::state root(const Op& op) {
    if (threadIdx.x % warp_lanes > 0 || rounds_ <= 1) return latest_;
    int level = 0;
    while (!(rounds_ >> level & 1)) ++level;
    latest_ = subtrees_[level];
    for (++level; rounds_ >> level != 0; ++level) {
      if (rounds_ >> level & 1) put_left(op, level);
    }
    return latest_;
  }

 private:
  __device__ void put_left(const Op& op, int level) {
    typename Op::state left = subtrees_[level];
    combine_states(op, left, latest_);
    latest_ = left;
  }

  typename Op::state latest_;
  typename Op::state* subtrees_;
  unsigned rounds_ = 0;
};

// The states of `here` blocks, one a lane, in their order, where fold() gives those of the next `Together`, each in the
// first of as many lanes as there are for it. All lanes must call.
template <unsigned Together, class Op, class Fold>
__device__ typename Op::state gather_states(const Op& op, unsigned here, const Fold& fold) {
  typename Op::state own = op.identity();
  for (unsigned i = 0; i < here; i += Together) {
    const unsigned at = threadIdx.x % warp_lanes - i;
    const typename Op::state state = shuffle_from(fold(), at * (warp_lanes / Together));
    if (at < Together) own = state;
  }
  return own;
}

// The state of blocks `first` … `last` - 1 of the fixed order, the subtree of a warp, in lane 0. All lanes must call.
template <class Op, class Source>
__device__ typename Op::state fold_subtree(const Op& op, const Source& source, std::int64_t first, std::int64_t last,
                                           std::int64_t count, std::int64_t first_index, typename Op::state* subtrees) {
  warp_subtree<Op> subtree(op, subtrees);
  const auto blocks_of_round = [&] { return static_cast<unsigned>(min(last - first, std::int64_t{round_blocks})); };
  if constexpr (Source::has_packs && waits<Op>) {
    using packed_blocks =
        std::conditional_t<has_narrow_lanes<Op>, packed_narrow_blocks<Op, Source>, packed_wide_blocks<Op, Source>>;
    constexpr unsigned together = packed_blocks::together;
    const std::int64_t end = min(last, count / fixed_block);
    if (source.has_whole_packs() && first < end) {
      packed_blocks blocks(source, first, end);
      while (first < last) {
        const unsigned here = blocks_of_round();
        if (first + here > end || here % together != 0) break;
        subtree.push(op, gather_states<together>(op, here, [&] { return blocks.next(op); }), here);
        first += here;
      }
    }
  }
  while (first < last) {
    const unsigned here = blocks_of_round();
    const auto next = [&] { return fold_fixed_block(op, source, first++ * fixed_block, count, first_index); };
    subtree.push(op, gather_states<1>(op, here, next), here);
  }
  return subtree.root(op);
}

// The state of this thread block's share, in thread 0. All threads must call.
template <class Op, class Source>
__device__ typename Op::state fold_fixed_order(const Op& op, const Source& source, const fixed_order_share& share,
                                               std::int64_t count, std::int64_t first_index,
                                               fixed_order_storage<Op>& storage) {
  const unsigned warp = threadIdx.x / warp_lanes;
  const unsigned lane = threadIdx.x % warp_lanes;
  const int level = share.level_of_warp();
  const std::int64_t first = share.first + (std::int64_t{warp} << level);
  const std::int64_t last = min(first + (std::int64_t{1} << level), std::int64_t{share.last()});
  typename Op::state* const subtrees = &storage.many.subtrees[warp * most_levels];
  typename Op::state state = fold_subtree(op, source, first, last, count, first_index, subtrees);
  if (blockDim.x <= warp_lanes) return state;
  if (lane == 0) storage.many.shares[warp] = state;
  __syncthreads();
  if (warp > 0) return state;
  const std::int64_t here = max(std::int64_t{share.last()} - share.first, std::int64_t{1});
  const auto shares = static_cast<unsigned>(((here - 1) >> level) + 1);
  if (lane < shares) state = storage.many.shares[lane];
  return warp_reduce(op, state, shares);
}

}  // namespace warpfold::gpu
