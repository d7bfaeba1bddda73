// The kernels of exact sums: an array, or two in step, to one state of an operator whose state is exact accumulators,
// in one launch.
//
// The state is written to `out`, and behind it, if NaNs are to be left out, their number as a std::int64_t. How many
// blocks a grid has does not change the result; a block must not be given 2^30 batches.
#pragma once

#include "warpfold/reduce/gpu/exact_batches.cuh"
#include "warpfold/reduce/gpu/exact_gathering.cuh"
#include "warpfold/reduce/gpu/exact_shape.hpp"
#include "warpfold/reduce/gpu/exact_state.cuh"

namespace warpfold::gpu {

template <class Op>
using gathering = gathering_of<Op, exact_shape_of<Op>.batch_bytes>;

template <class Op, class Source>
__device__ void reduce_exactly(const Source& source, exact_call call, std::int64_t count, const workspace& scratch,
                               void* out) {
  static_assert(exact_shape_of<Op>.rows >= gathering<Op>::least_rows);
  __shared__ typename gathering<Op>::totals totals;
  batch_queue batches(source, next_stretch_of(scratch));
  totals.clear();
  __syncthreads();
  gathering<Op>::gather(batches, {call.skip_nan, call.integers}, totals);
  __syncthreads();
  write_state(totals, count, call.skip_nan, scratch, static_cast<std::int64_t*>(out));
}

template <class Op>
__global__ void __launch_bounds__(exact_shape_of<Op>.threads, exact_shape_of<Op>.blocks_per_sm)
    exact_dense(exact_call call, const __grid_constant__ dense_arrays arrays, std::int64_t count, std::int64_t,
                workspace scratch, void* out) {
  reduce_exactly<Op>(dense_batches<typename gathering<Op>::batch>(arrays, count), call, count, scratch, out);
}

template <class Op>
__global__ void __launch_bounds__(exact_shape_of<Op>.threads, exact_shape_of<Op>.blocks_per_sm)
    exact_strided(exact_call call, const __grid_constant__ strided_arrays arrays, std::int64_t count, std::int64_t,
                  workspace scratch, void* out) {
  reduce_exactly<Op>(strided_batches<typename gathering<Op>::batch>(arrays, count), call, count, scratch, out);
}

}  // namespace warpfold::gpu
