// The blocks of a grid together, in one launch.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/block.cuh"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold {

template <class Op>
union grid_storage {
  block_storage<Op> block;
  shared_states<typename Op::state, most_blocks / warp_lanes> groups;
};

namespace detail {

// The states of blocks on their way to the last one, in words that say for themselves whether they have arrived: the
// lower half of each is a part of the state, the upper half is not zero. So no fence has to make them wait for each
// other.
template <class State>
class mailbox {
 public:
  __device__ explicit mailbox(const workspace& scratch) : words_(static_cast<std::uint64_t*>(scratch.partials)) {}

  __device__ void post(unsigned block, const State& state) const {
    unsigned bits[parts] = {};
    std::memcpy(bits, &state, sizeof state);
#pragma unroll
    for (unsigned part = 0; part < parts; ++part) store(part, block, arrived | bits[part]);
  }
  static constexpr unsigned parts = (sizeof(State) + 3) / 4;
  struct letter {
    std::uint64_t word[parts];
  };
  // Looks once; several looks may be under way before the first is taken.
  __device__ letter look(unsigned block) const {
    letter seen;
#pragma unroll
    for (unsigned part = 0; part < parts; ++part) seen.word[part] = load(part, block);
    return seen;
  }
  // Waits for what had not arrived when it was looked for, and empties the box.
  __device__ State take(unsigned block, letter seen) const {
    unsigned bits[parts];
#pragma unroll
    for (unsigned part = 0; part < parts; ++part) {
      while (seen.word[part] == 0) seen.word[part] = load(part, block);
      store(part, block, 0);
      bits[part] = static_cast<unsigned>(seen.word[part]);
    }
    State state;
    std::memcpy(static_cast<void*>(&state), bits, sizeof state);
    return state;
  }

 private:
  static constexpr std::uint64_t arrived = std::uint64_t{1} << 32;

  __device__ std::uint64_t load(unsigned part, unsigned block) const {
    std::uint64_t value;
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(value) : "l"(words_ + part * gridDim.x + block) : "memory");
    return value;
  }
  __device__ void store(unsigned part, unsigned block, std::uint64_t value) const {
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(words_ + part * gridDim.x + block), "l"(value) : "memory");
  }

  std::uint64_t* words_;
};

// Counts this block as arrived. Whether it is the last to arrive; the counter is zero again by then. All threads of the
// block must call.
__device__ inline bool arrives_last(const workspace& scratch) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    last = atomicInc(reinterpret_cast<unsigned*>(scratch.counters), gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  return last;
}

}  // namespace detail

// Combines the states that thread 0 of each of the first `valid` blocks holds, at least one, in the order of blocks, in
// a binary tree of neighbours. Thread 0 of one block, whichever arrives last, holds the result, and the call returns
// true in that block alone. All threads of all blocks must call, 128 or more in each of several; no thread may be using
// `storage`, and a block may use it again after a barrier.
template <class Op>
__device__ bool grid_reduce(const Op& op, typename Op::state& value, unsigned valid, const workspace& scratch,
                            grid_storage<Op>& storage) {
  if (gridDim.x == 1) return true;
  using box_type = detail::mailbox<typename Op::state>;
  const box_type box(scratch);
  if (threadIdx.x == 0 && blockIdx.x < valid) box.post(blockIdx.x, value);
  if (!detail::arrives_last(scratch)) return false;

  if (valid <= blockDim.x) {
    if (threadIdx.x < valid) value = box.take(threadIdx.x, box.look(threadIdx.x));
    value = block_reduce(op, value, storage.block, valid);
    return true;
  }
  const unsigned lane = threadIdx.x % warp_lanes;
  const unsigned groups = (valid + warp_lanes - 1) / warp_lanes;
  const unsigned warps = blockDim.x / warp_lanes;
  constexpr unsigned at_once = sizeof(typename Op::state) > 16 ? 1 : 4;
  for (unsigned first = threadIdx.x / warp_lanes; first < groups; first += at_once * warps) {
    typename box_type::letter seen[at_once];
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      const unsigned block = (first + k * warps) * warp_lanes + lane;
      if (block < valid) seen[k] = box.look(block);
    }
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      const unsigned group = first + k * warps;
      if (group >= groups) break;
      const unsigned here = min(valid - group * warp_lanes, warp_lanes);
      if (lane < here) value = box.take(group * warp_lanes + lane, seen[k]);
      value = warp_reduce(op, value, here);
      if (lane == 0) storage.groups[group] = value;
    }
  }
  __syncthreads();
  if (threadIdx.x < groups) value = storage.groups[threadIdx.x];
  __syncthreads();
  value = block_reduce(op, value, storage.block, groups);
  return true;
}

}  // namespace warpfold
