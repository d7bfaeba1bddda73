// Whole blocks of fixed_order.hpp that follow one another and lie in whole 16 bytes, by one warp: a thread has as many
// neighbouring lanes of a block as 16 bytes hold elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/gpu/load.cuh"
#include "warpfold/reduce/gpu/narrow_block.cuh"
#include "warpfold/reduce/thread.cuh"
#include "warpfold/reduce/tune/gpu.hpp"
#include "warpfold/reduce/warp.cuh"

namespace warpfold::gpu {

// Combines a sum of each thread and of each of `Count` neighbouring lanes with those of the threads Step, Step / 2, …
// away: a thread keeps half of its lanes each time, until there is one. Sums of two doubles have the same bits in
// either order, so that both threads may add.
template <int Count, unsigned Step, class Op>
__device__ void combine_scattered(const Op& op, double* lanes) {
  if constexpr (Count > 1) {
    constexpr int half = Count / 2;
    const bool upper = threadIdx.x & Step;
#pragma unroll
    for (int i = 0; i < half; ++i) {
      const double other = __shfl_xor_sync(every_lane, upper ? lanes[i] : lanes[i + half], Step);
      if (upper) lanes[i] = lanes[i + half];
      op.combine(lanes[i], other);
    }
    combine_scattered<half, Step / 2>(op, lanes);
  }
}

// Those whose states are doubles, one after another. The loads of what follows are under way while a block is folded.
template <class Op, class Source>
class packed_narrow_blocks {
 public:
  static constexpr unsigned together = 1;  // blocks that are folded at once

  // Of the blocks `first` … `end` - 1, at least one.
  __device__ packed_narrow_blocks(const Source& source, std::int64_t first, std::int64_t end)
      : source_(source),
        position_(first * fixed_block + threadIdx.x % warp_lanes * size),
        last_(position_ + (end - first) * fixed_block - stage * row) {
    load(0);
    load(1);
  }

  // The state of the next block, in every lane. All lanes must call.
  __device__ double next(const Op& op) {
    double lanes[lanes_of_warp];
#pragma unroll
    for (double& state : lanes) state = op.identity();
#pragma unroll
    for (int first = 0; first < packs; first += stage) {
      const int which = first / stage % 2;
#pragma unroll
      for (int i = 0; i < stage; ++i) {
#pragma unroll
        for (int k = 0; k < size; ++k) {
          absorb_element(op, lanes[(first + i) * size % lanes_of_warp + k],
                         taken_as<element_of<Op>>(a_[which][i].element[k]),
                         taken_as<element_of<Op>>(b_[which][i].element[k]), 0);
        }
      }
      load(which);
    }
    combine_halves<lanes_of_warp, size>(op, lanes);
    combine_scattered<size, warp_lanes / 2>(op, lanes);
    double state = lanes[0];
    constexpr unsigned scattered = warp_lanes / size;  // the least distance at which threads have scattered lanes
#pragma unroll
    for (unsigned step = scattered / 2; step > 0; step /= 2) {
      op.combine(state, __shfl_xor_sync(every_lane, state, step));
    }
#pragma unroll
    for (unsigned step = warp_lanes / 2; step >= scattered; step /= 2) {
      op.combine(state, __shfl_xor_sync(every_lane, state, step));
    }
    return state;
  }

 private:
  using stored = typename Source::stored;
  static constexpr int size = pack<stored>::size;
  static constexpr int lanes_of_warp = fixed_narrow_lanes / static_cast<int>(warp_lanes);
  static constexpr int packs = static_cast<int>(fixed_block) / size / static_cast<int>(warp_lanes);
  static constexpr int stage = tune::gpu_narrow_block_packs / (takes_two<Op> ? 2 : 1);  // packs loaded together
  static constexpr int row = static_cast<int>(warp_lanes) * size;  // elements that a warp loads at once
  static_assert(packs % (2 * stage) == 0);

  // Loads what comes next, or, where nothing does, the last again.
  __device__ void load(int which) {
    const std::int64_t from = min(position_, last_);
#pragma unroll
    for (int i = 0; i < stage; ++i) {
      a_[which][i] = source_.a_pack(from + i * row, true);
      b_[which][i] = source_.b_pack(from + i * row, true);
    }
    position_ += stage * row;
  }

  const Source& source_;
  std::int64_t position_;  // of what is to be loaded next
  std::int64_t last_;
  pack<stored> a_[2][stage];  // by turns
  pack<stored> b_[2][stage];
};

// Combines two lanes of a whole block, which have absorbed as many elements.
template <class Op>
__device__ void combine_whole_lanes(const Op& op, typename Op::state& left, const typename Op::state& right) {
  op.combine(left, right);
}

// Those with fixed_lanes lanes: at once as many as 16 bytes hold elements.
template <class Op, class Source>
class packed_wide_blocks {
  using stored = typename Source::stored;
  static constexpr int size = pack<stored>::size;

 public:
  static constexpr unsigned together = size;

  __device__ packed_wide_blocks(const Source& source, std::int64_t first, std::int64_t)
      : source_(source),
        position_((first + threadIdx.x % warp_lanes / threads) * fixed_block + threadIdx.x % threads * size) {}

  // The states of the next blocks: of each in the first of as many neighbouring lanes as it has threads. All lanes must
  // call.
  __device__ typename Op::state next(const Op& op) {
    auto lanes = empty(op, std::make_integer_sequence<int, size>());
#pragma unroll 1
    for (int row = 0; row < rows; row += at_once) {
      pack<stored> a[at_once];
      pack<stored> b[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        a[i] = source_.a_pack(position_ + i * fixed_lanes, true);
        b[i] = source_.b_pack(position_ + i * fixed_lanes, true);
      }
      __syncwarp();  // no load is put off until it is needed
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
#pragma unroll
        for (int k = 0; k < size; ++k) {
          lanes.of[k].add(op, taken_as<element_of<Op>>(a[i].element[k]), taken_as<element_of<Op>>(b[i].element[k]), 0);
        }
      }
      position_ += at_once * fixed_lanes;
    }
    position_ += (together - 1) * fixed_block;
    typename Op::state states[size];
#pragma unroll
    for (int k = 0; k < size; ++k) states[k] = lanes.of[k].state(op);
#pragma unroll
    for (unsigned distance = threads / 2; distance > 0; distance /= 2) {
#pragma unroll
      for (int k = 0; k < size; ++k) combine_whole_lanes(op, states[k], shuffle_down(states[k], distance));
    }
    combine_halves<size, 1>(op, states);
    return states[0];
  }

 private:
  static constexpr unsigned threads = fixed_lanes / size;  // of a block
  static constexpr int rows = static_cast<int>(fixed_block) / fixed_lanes;
  static constexpr int at_once = tune::gpu_wide_block_packs / (takes_two<Op> ? 2 : 1);
  static_assert(rows % at_once == 0);

  struct partials {
    thread_partial<Op> of[size];
  };
  template <int... Lane>
  __device__ static partials empty(const Op& op, std::integer_sequence<int, Lane...>) {
    return {{(static_cast<void>(Lane), thread_partial<Op>(op))...}};
  }

  const Source& source_;
  std::int64_t position_;  // of what is to be loaded next
};

}  // namespace warpfold::gpu
