// The threads of a block together. Blocks are one-dimensional, of whole warps.
#pragma once

#include <cstdint>

#include "warpfold/reduce/warp.cuh"

namespace warpfold {

// Shared memory for up to `Count` states.
template <class State, unsigned Count>
struct shared_states {
  alignas(State) unsigned char bytes[Count * sizeof(State)];

  __device__ State& operator[](unsigned i) { return reinterpret_cast<State*>(bytes)[i]; }
};

template <class Op>
using block_storage = shared_states<typename Op::state, warp_lanes>;

// Combines the states of the first `valid` threads, at least one, in their order, in a binary tree of neighbours.
// Thread 0 holds the result. All threads must call; before the storage is used again they must have passed a barrier.
template <class Op>
__device__ typename Op::state block_reduce(const Op& op, typename Op::state value, block_storage<Op>& storage,
                                           unsigned valid) {
  const unsigned lane = threadIdx.x % warp_lanes;
  const unsigned warp = threadIdx.x / warp_lanes;
  const unsigned first = warp * warp_lanes;
  const unsigned here = valid > first ? min(valid - first, warp_lanes) : 0;
  value = warp_reduce(op, value, here);
  if (blockDim.x <= warp_lanes) return value;
  if (lane == 0) storage[warp] = value;
  __syncthreads();
  const unsigned warps = (valid + warp_lanes - 1) / warp_lanes;
  if (warp == 0 && warps > 1) value = warp_reduce(op, lane < warps ? storage[lane] : value, warps);
  return value;
}
template <class Op>
__device__ typename Op::state block_reduce(const Op& op, typename Op::state value, block_storage<Op>& storage) {
  return block_reduce(op, value, storage, blockDim.x);
}

}  // namespace warpfold
