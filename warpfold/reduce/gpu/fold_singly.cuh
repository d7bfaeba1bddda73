// Elements one by one.
#pragma once

#include <cstdint>

#include "warpfold/reduce/thread.cuh"

namespace warpfold::gpu {

// Adds those of `count` elements that are this thread's.
template <class Op, class Source>
__device__ void fold_singly(const Op& op, const Source& source, std::int64_t count, std::int64_t first_index,
                            thread_partial<Op>& partial) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
#pragma unroll 1
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    partial.add(op, source.a(i), source.b(i), first_index + i);
  }
}

}  // namespace warpfold::gpu
