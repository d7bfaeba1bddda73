// Blocks of fixed_order.hpp whose states are doubles, of fixed_narrow_lanes lanes: by one warp where there are many
// blocks. Where there are few, a warp takes a part of the lanes, and each thread neighbouring ones, as many as 16 bytes
// hold elements.
#pragma once

#include <algorithm>
#include <cstdint>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/gpu/load.cuh"
#include "warpfold/reduce/thread.cuh"
#include "warpfold/reduce/tune/gpu.hpp"
#include "warpfold/reduce/warp.cuh"

namespace warpfold::gpu {

template <class Op>
inline constexpr bool has_narrow_lanes = lanes_of<Op> == fixed_narrow_lanes;

// Lanes that a thread of a part has, parts, and elements of each lane.
template <class Stored>
inline constexpr int lanes_of_thread = pack<Stored>::size;
template <class Stored>
inline constexpr int parts_of_block = fixed_narrow_lanes / (static_cast<int>(warp_lanes) * lanes_of_thread<Stored>);
inline constexpr int rows_of_block = static_cast<int>(fixed_block / fixed_narrow_lanes);

// Elements of a block: the first has position `first`, and `count` are there, at least one.
struct block_extent {
  std::int64_t first;
  int count;

  __device__ block_extent(std::int64_t from, std::int64_t all)
      : first(from), count(static_cast<int>(min(fixed_block, all - from))) {}
};

// Combines lanes `Count` / 2, Count / 4, … apart, until there are `Left`.
template <int Count, int Left, class Op>
__device__ void combine_halves(const Op& op, typename Op::state* lanes) {
  if constexpr (Count > Left) {
    constexpr int half = Count / 2;
#pragma unroll
    for (int i = 0; i < half; ++i) op.combine(lanes[i], lanes[i + half]);
    combine_halves<half, Left>(op, lanes);
  }
}

// What neighbouring lanes, as many as 16 bytes hold elements, have of a block whose elements lie in whole 16 bytes. The
// source begins with their first element, and the block ends `left` elements behind it. All loads are under way at
// once.
template <class Op, class Source, class Stored = typename Source::stored>
__device__ void fold_neighbouring_lanes(const Op& op, double* lanes, const Source& source, int left) {
  constexpr int size = lanes_of_thread<Stored>;
  const auto is_whole = [&](int row) { return row * fixed_narrow_lanes + size <= left; };
  pack<Stored> a[rows_of_block];
  pack<Stored> b[rows_of_block];
#pragma unroll
  for (int row = 0; row < rows_of_block; ++row) {
    a[row] = source.a_pack(row * fixed_narrow_lanes, is_whole(row));
    b[row] = source.b_pack(row * fixed_narrow_lanes, is_whole(row));
  }
#pragma unroll
  for (int k = 0; k < size; ++k) lanes[k] = op.identity();
#pragma unroll
  for (int row = 0; row < rows_of_block; ++row) {
    if (!is_whole(row)) continue;
#pragma unroll
    for (int k = 0; k < size; ++k) {
      absorb_element(op, lanes[k], taken_as<element_of<Op>>(a[row].element[k]),
                     taken_as<element_of<Op>>(b[row].element[k]), 0);
    }
  }
  // Behind the last whole 16 bytes.
  if (left % size == 0 || left < 0) return;
  const int last = left / size * size;
  if (last % fixed_narrow_lanes != 0) return;
#pragma unroll
  for (int k = 0; k < size; ++k) {
    if (last + k < left) absorb_element(op, lanes[k], source.a(last + k), source.b(last + k), 0);
  }
}

// The state of a block that is whole, by one warp; in lane 0. What is under way at once lies together in memory, some
// rows of the lanes.
template <class Op, class Source>
__device__ double fold_whole_block(const Op& op, const Source& source, std::int64_t first) {
  using stored = typename Source::stored;
  constexpr int loads = fixed_narrow_lanes / static_cast<int>(warp_lanes);
  constexpr int bytes_of_row = fixed_narrow_lanes * static_cast<int>(sizeof(stored)) * (takes_two<Op> ? 2 : 1);
  constexpr int rows = std::clamp(tune::gpu_narrow_block_bytes / bytes_of_row, 1, rows_of_block);
  double lanes[loads];
#pragma unroll
  for (double& state : lanes) state = op.identity();
  const std::int64_t own = first + threadIdx.x % warp_lanes;
#pragma unroll
  for (int row = 0; row < rows_of_block; row += rows) {
    stored a[rows * loads];
    stored b[rows * loads];
#pragma unroll
    for (int i = 0; i < rows * loads; ++i) {
      const std::int64_t at = own + row * fixed_narrow_lanes + i * static_cast<int>(warp_lanes);
      a[i] = source.stored_a(at);
      b[i] = source.stored_b(at);
    }
#pragma unroll
    for (int i = 0; i < rows * loads; ++i) {
      absorb_element(op, lanes[i % loads], taken_as<element_of<Op>>(a[i]), taken_as<element_of<Op>>(b[i]), 0);
    }
  }
  combine_halves<loads, 1>(op, lanes);
  return warp_combine_lanes(op, lanes[0]);
}

// The same of one of which there is only the beginning, or whose elements lie anywhere.
template <class Op, class Source>
__device__ double fold_broken_block(const Op& op, const Source& source, const block_extent& block) {
  constexpr int apart = fixed_narrow_lanes / static_cast<int>(warp_lanes);
  constexpr int together = Source::in_flight > 1 ? 4 : 1;
  double lanes[apart];
#pragma unroll Source::in_flight> 1 ? apart / together : 1
  for (int first = 0; first < apart; first += together) {
    const auto at = [&](int j, int row) {
      const int lane = (first + j) * static_cast<int>(warp_lanes) + static_cast<int>(threadIdx.x % warp_lanes);
      return row * fixed_narrow_lanes + lane;
    };
    typename Source::stored a[together][rows_of_block];
    typename Source::stored b[together][rows_of_block];
#pragma unroll
    for (int j = 0; j < together; ++j) {
#pragma unroll
      for (int row = 0; row < rows_of_block; ++row) {
        const std::int64_t i = block.first + min(at(j, row), block.count - 1);
        a[j][row] = source.stored_a(i);
        b[j][row] = source.stored_b(i);
      }
    }
#pragma unroll
    for (int j = 0; j < together; ++j) {
      double state = op.identity();
#pragma unroll
      for (int row = 0; row < rows_of_block; ++row) {
        if (at(j, row) >= block.count) continue;
        absorb_element(op, state, taken_as<element_of<Op>>(a[j][row]), taken_as<element_of<Op>>(b[j][row]), 0);
      }
      lanes[first + j] = state;
    }
  }
  combine_halves<apart, 1>(op, lanes);
  __syncwarp();
  return warp_combine_lanes(op, lanes[0]);
}

// The state of a block, by one warp; in lane 0.
template <class Op, class Source>
__device__ double fold_narrow_block(const Op& op, const Source& source, const block_extent& block) {
  if constexpr (Source::has_packs) {
    if (block.count == fixed_block) return fold_whole_block(op, source, block.first);
  }
  return fold_broken_block(op, source, block);
}

// What the warps of a thread block have of a few blocks of the fixed order.
struct few_blocks_storage {
  static constexpr unsigned most = 4;
  double lane[most][fixed_narrow_lanes];
  double block[most];
};

// Blocks of the fixed order for whose parts a thread block has a warp each; 0: it has too few.
template <class Stored>
__device__ unsigned few_blocks() {
  return min(blockDim.x / (warp_lanes * parts_of_block<Stored>), few_blocks_storage::most);
}

// The state of `here` neighbouring blocks of the fixed order, at least one and few_blocks at most, of which the first
// begins at position `first`, in thread 0: each warp takes a part of one, so that no load follows another. All threads
// must call.
template <class Op, class Source>
__device__ double fold_few_blocks(const Op& op, const Source& source, std::int64_t first, unsigned here,
                                  std::int64_t count, few_blocks_storage& storage) {
  constexpr int size = lanes_of_thread<typename Source::stored>;
  constexpr unsigned threads_of_block = fixed_narrow_lanes / size;
  const unsigned warp = threadIdx.x / warp_lanes;
  const unsigned lane = threadIdx.x % warp_lanes;
  const unsigned block = threadIdx.x / threads_of_block;
  if (block < here) {
    const std::int64_t begin = first + block * fixed_block;
    const unsigned own = threadIdx.x % threads_of_block * size;
    double lanes[size];
    fold_neighbouring_lanes(op, lanes, source.from(begin + own),
                            static_cast<int>(min(count - begin, fixed_block)) - static_cast<int>(own));
    double* const to = storage.lane[0] + threadIdx.x * size;
#pragma unroll
    for (int k = 0; k < size; ++k) to[k] = lanes[k];
  }
  __syncthreads();
  double state = op.identity();
  if (warp < here) {
    constexpr int apart = fixed_narrow_lanes / static_cast<int>(warp_lanes);
    double lanes[apart];
#pragma unroll
    for (int i = 0; i < apart; ++i) lanes[i] = storage.lane[warp][i * warp_lanes + lane];
    combine_halves<apart, 1>(op, lanes);
    state = warp_combine_lanes(op, lanes[0]);
    if (lane == 0) storage.block[warp] = state;
  }
  if (here == 1) return state;
  __syncthreads();
  double left = storage.block[0];
  op.combine(left, storage.block[1]);
  if (here == 2) return left;
  double right = storage.block[2];
  if (here > 3) op.combine(right, storage.block[3]);
  op.combine(left, right);
  return left;
}

}  // namespace warpfold::gpu
