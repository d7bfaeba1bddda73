// The blocks of a grid together, in one launch.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/block.cuh"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold {

// How a state travels between blocks: as words none of which is zero, so that each says for itself whether it has
// arrived, and no fence has to make them wait for each other. Here the lower half of each word is a part of the state.
template <class State>
struct letter {
  static constexpr unsigned words = (sizeof(State) + 3) / 4;

  __device__ static void write(const State& state, std::uint64_t* to) {
    unsigned bits[words] = {};
    std::memcpy(bits, &state, sizeof state);
#pragma unroll
    for (unsigned i = 0; i < words; ++i) to[i] = std::uint64_t{1} << 32 | bits[i];
  }
  __device__ static State read(const std::uint64_t* from) {
    unsigned bits[words];
#pragma unroll
    for (unsigned i = 0; i < words; ++i) bits[i] = static_cast<unsigned>(from[i]);
    State state;
    std::memcpy(static_cast<void*>(&state), bits, sizeof state);
    return state;
  }
};

// A double has a word's size. What would be zero is a signalling NaN, which no arithmetic gives.
template <>
struct letter<double> {
  static constexpr unsigned words = 1;
  static constexpr std::uint64_t signalling_nan = 0x7ff0000000000001;

  __device__ static void write(double state, std::uint64_t* to) {
    *to = static_cast<std::uint64_t>(__double_as_longlong(state)) ^ signalling_nan;
  }
  __device__ static double read(const std::uint64_t* from) {
    return __longlong_as_double(static_cast<long long>(*from ^ signalling_nan));
  }
};

namespace detail {

// Where the states of blocks lie for the last one.
template <class State>
class mailbox {
 public:
  __device__ explicit mailbox(const workspace& scratch) : words_(static_cast<std::uint64_t*>(scratch.partials)) {}

  __device__ void post(unsigned block, const State& state) const {
    std::uint64_t sent[parts];
    letter<State>::write(state, sent);
#pragma unroll
    for (unsigned part = 0; part < parts; ++part) store(part, block, sent[part]);
  }

  // What the boxes of `Count` neighbouring blocks hold.
  template <unsigned Count>
  struct letters {
    std::uint64_t words[Count][letter<State>::words];
  };
  // Looks into them. Those from `end` on do not exist: in their place comes that of block end - 1.
  template <unsigned Count>
  __device__ letters<Count> look(unsigned first, unsigned end) const {
    letters<Count> found;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
      for (unsigned part = 0; part < parts; ++part) found.words[i][part] = load(part, min(first + i, end - 1));
    }
    return found;
  }
  // Waits until all have arrived, empties the boxes and opens the letters.
  template <unsigned Count>
  __device__ void take(State* states, letters<Count> found, unsigned first, unsigned end) const {
    while (!is_complete(found)) found = look<Count>(first, end);
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
      for (unsigned part = 0; part < parts; ++part) store(part, min(first + i, end - 1), 0);
      states[i] = letter<State>::read(found.words[i]);
    }
  }

 private:
  static constexpr unsigned parts = letter<State>::words;

  template <unsigned Count>
  __device__ static bool is_complete(const letters<Count>& found) {
    bool complete = true;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
      for (unsigned part = 0; part < parts; ++part) complete &= found.words[i][part] != 0;
    }
    return complete;
  }
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

// Combines the states of all blocks by one warp of one block, each lane of which takes one.
template <class Op, class Use>
__device__ void combine_by_a_warp(const Op& op, const mailbox<typename Op::state>& box, unsigned valid,
                                  const Use& use) {
  using state = typename Op::state;
  const unsigned lane = threadIdx.x;
  state one;
  if (lane < valid) box.take(&one, box.template look<1>(lane, valid), lane, valid);
  const state whole = warp_reduce(op, one, valid);
  if (lane == 0) use(whole);
}

// Combines neighbouring states, of which those from `valid` on are not there, in a binary tree of neighbours; the first
// holds the result.
template <class Op>
__device__ void combine_neighbours(const Op& op, typename Op::state (&states)[blocks_of_thread], unsigned valid) {
#pragma unroll
  for (unsigned distance = 1; distance < blocks_of_thread; distance *= 2) {
#pragma unroll
    for (unsigned i = 0; i < blocks_of_thread; i += 2 * distance) {
      if (i + distance < valid) combine_states(op, states[i], states[i + distance]);
    }
  }
}

// The same by all threads of the block that arrives last, each of which takes some neighbouring ones.
template <class Op, class Use>
__device__ void combine_by_a_block(const Op& op, const mailbox<typename Op::state>& box, unsigned valid,
                                   const workspace& scratch, block_storage<Op>& storage, const Use& use) {
  using state = typename Op::state;
  constexpr unsigned at_once = sizeof(state) <= 16 ? blocks_of_thread : 1;  // as registers allow
  if (!arrives_last(scratch)) return;
  const unsigned first = threadIdx.x * blocks_of_thread;
  state states[blocks_of_thread];
#pragma unroll
  for (unsigned i = 0; i < blocks_of_thread; i += at_once) {
    if (first + i < valid) box.take(states + i, box.template look<at_once>(first + i, valid), first + i, valid);
  }
  if (first < valid) combine_neighbours(op, states, valid - first);
  const state whole = block_reduce(op, states[0], storage, (valid + blocks_of_thread - 1) / blocks_of_thread);
  if (threadIdx.x == 0) use(whole);
}

}  // namespace detail

// Combines the states that thread 0 of each of the first `valid` blocks holds, at least one, in the order of blocks, in
// a binary tree of neighbours, and calls use(state) with the result in thread 0 of one block. All threads of all blocks
// must call, and there must be at most blocks_of_thread times as many blocks as threads of each. The storage is not
// touched before all threads of a block have called; before it is used again they must have passed a barrier.
//
// Where one warp has a lane for each block, that of the last block waits for the others: blocks are started in the
// order of their indices, so that all it waits for run or have run. Of more blocks, so many words would be looked for
// in vain that what is posted would wait behind them; there the block that arrives last looks, once.
template <class Op, class Use>
__device__ void grid_reduce(const Op& op, const typename Op::state& value, unsigned valid, const workspace& scratch,
                            block_storage<Op>& storage, const Use& use) {
  if (gridDim.x == 1) {
    if (threadIdx.x == 0) use(value);
    return;
  }
  const detail::mailbox<typename Op::state> box(scratch);
  if (threadIdx.x == 0 && blockIdx.x < valid) box.post(blockIdx.x, value);
  if (valid > warp_lanes) {
    detail::combine_by_a_block(op, box, valid, scratch, storage, use);
  } else if (blockIdx.x == valid - 1 && threadIdx.x < warp_lanes) {
    detail::combine_by_a_warp(op, box, valid, use);
  }
}

}  // namespace warpfold
