// The kernels: an array, or two in step, to one state of an operator, in one launch.
//
// `first_index` is the index of the first element in the whole array, of which this may be a piece. The state is
// written to `out`, in memory of the device or of the host that is mapped for it. A grid has at most most_blocks blocks
// of at most most_threads(laws) threads, in whole warps, and at most blocks_of_thread times as many blocks as threads
// of each; how many it has does not change the result.
#pragma once

#include "warpfold/reduce/gpu/dense.cuh"
#include "warpfold/reduce/gpu/earlier_kernels.cuh"
#include "warpfold/reduce/gpu/fixed_order.cuh"
#include "warpfold/reduce/gpu/grid_size.hpp"
#include "warpfold/reduce/gpu/partials/extremes.cuh"
#include "warpfold/reduce/gpu/partials/integer_sums.cuh"
#include "warpfold/reduce/gpu/partials/moments.cuh"
#include "warpfold/reduce/gpu/partials/positions.cuh"
#include "warpfold/reduce/gpu/partials/products.cuh"
#include "warpfold/reduce/gpu/partials/truths.cuh"
#include "warpfold/reduce/gpu/strided.cuh"
#include "warpfold/reduce/grid.cuh"
#include "warpfold/reduce/integer_total.cuh"

namespace warpfold::gpu {

// Calls use(state), in thread 0 of one block, with what all threads have gathered of an operator that is associative.
// All threads of all blocks must call.
template <class Op, class Use>
__device__ void reduce_partials(const Op& op, const thread_partial<Op>& partial, const workspace& scratch,
                                const Use& use) {
  if constexpr (has_total<Op>) {
    using total = decltype(partial.total());
    __shared__ total_storage<total> storage;
    const total of_block = block_total(partial.total(), storage);
    if (threadIdx.x >= warp_lanes) return;
    grid_total(of_block, scratch, [&](const wide_total<total>& sum) { use(thread_partial<Op>::state_of(sum)); });
  } else {
    __shared__ block_storage<Op> storage;
    grid_reduce(op, block_reduce(op, partial.state(op), storage), gridDim.x, scratch, storage, use);
  }
}

// Calls use(state), in thread 0 of one block, with the state of elements whose order is fixed. All threads of all
// blocks must call.
template <class Op, class Source, class Use>
__device__ void reduce_fixed_order(const Op& op, const Source& source, std::int64_t count, std::int64_t first_index,
                                   const workspace& scratch, const Use& use) {
  __shared__ union {
    fixed_order_storage<Op> folding;
    block_storage<Op> grid;
  } storage;
  const fixed_order_share share(count);
  if constexpr (has_narrow_lanes<Op> && Source::has_packs) {
    if (takes_parts(source, share)) {
      const double value = fold_parts(op, source, share, count, storage.folding.few);
      return grid_reduce(op, value, share.valid, scratch, storage.grid, use);
    }
  }
  const typename Op::state value = fold_fixed_order(op, source, share, count, first_index, storage.folding);
  grid_reduce(op, value, share.valid, scratch, storage.grid, use);
}

// What every kernel does with its elements: calls use(state) with their state in thread 0 of one block. All threads of
// all blocks must call.
template <class Op, class Source, class Use>
__device__ void reduce_elements(const Op& op, const Source& source, std::int64_t count, std::int64_t first_index,
                                const workspace& scratch, const Use& use) {
  if constexpr (Op::laws.associative) {
    reduce_partials(op, fold(op, source, count, first_index), scratch, use);
  } else {
    reduce_fixed_order(op, source, count, first_index, scratch, use);
  }
}

template <class Op, class Source>
__device__ void write_reduced(const Op& op, const Source& source, std::int64_t count, std::int64_t first_index,
                              const workspace& scratch, void* out) {
  using state = typename Op::state;
  reduce_elements(op, source, count, first_index, scratch,
                  [out](const state& value) { *static_cast<state*>(out) = value; });
}

// Blocks of most_threads that an SM has room for at least.
template <class Op>
inline constexpr unsigned blocks_at_once = [] {
  if (is_long<Op>) return 1;
  if (Op::laws.associative) return tune::gpu_blocks_per_sm(Op::laws.indexed);
  return tune::gpu_fixed_order_blocks_at_once;
}();

// Stored is the type of the array's elements: that of the operator's, or a narrower float.
template <class Op, class Stored>
__global__ void __launch_bounds__(most_threads(Op::laws), blocks_at_once<Op>)
    reduce_dense(Op op, dense_arrays arrays, std::int64_t count, std::int64_t first_index, workspace scratch,
                 void* out) {
  wait_for_earlier_kernels();
  write_reduced(op, dense_source<Op, Stored>(arrays), count, first_index, scratch, out);
}

template <class Op, class Stored>
__global__ void __launch_bounds__(most_threads(Op::laws), blocks_at_once<Op>)
    reduce_strided(Op op, const __grid_constant__ strided_arrays arrays, std::int64_t count, std::int64_t first_index,
                   workspace scratch, void* out) {
  wait_for_earlier_kernels();
  write_reduced(op, strided_source<Op, Stored>(arrays), count, first_index, scratch, out);
}

}  // namespace warpfold::gpu
