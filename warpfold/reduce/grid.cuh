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

  // Waits for the states of `Count` neighbouring blocks and empties their boxes. Those from `end` on do not exist: in
  // their place comes that of block end - 1.
  template <unsigned Count>
  __device__ void take(State* states, unsigned first, unsigned end) const {
    std::uint64_t words[Count][parts];
    bool missing;
    do {
      missing = false;
#pragma unroll
      for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
        for (unsigned part = 0; part < parts; ++part) words[i][part] = load(part, min(first + i, end - 1));
      }
#pragma unroll
      for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
        for (unsigned part = 0; part < parts; ++part) missing |= words[i][part] == 0;
      }
    } while (missing);
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
#pragma unroll
      for (unsigned part = 0; part < parts; ++part) store(part, min(first + i, end - 1), 0);
      states[i] = letter<State>::read(words[i]);
    }
  }

 private:
  static constexpr unsigned parts = letter<State>::words;

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

// Combines the states that the mailbox has of blocks `first` … `first + blocks_of_thread - 1`, but for those from `end`
// on, in a binary tree of neighbours.
template <class Op>
__device__ typename Op::state combine_neighbours(const Op& op, const mailbox<typename Op::state>& box, unsigned first,
                                                 unsigned end) {
  using state = typename Op::state;
  constexpr unsigned at_once = sizeof(state) <= 16 ? blocks_of_thread : 1;  // as registers allow
  state states[blocks_of_thread];
#pragma unroll
  for (unsigned i = 0; i < blocks_of_thread; i += at_once) {
    if (i == 0 || first + i < end) box.template take<at_once>(states + i, first + i, end);
  }
#pragma unroll
  for (unsigned distance = 1; distance < blocks_of_thread; distance *= 2) {
#pragma unroll
    for (unsigned i = 0; i < blocks_of_thread; i += 2 * distance) {
      if (first + i + distance < end) combine_states(op, states[i], states[i + distance]);
    }
  }
  return states[0];
}

}  // namespace detail

// Combines the states that thread 0 of each of the first `valid` blocks holds, at least one, in the order of blocks, in
// a binary tree of neighbours. Thread 0 of one block, whichever arrives last, holds the result, and the call returns
// true in that block alone. All threads of all blocks must call, and there must be at most blocks_of_thread times as
// many blocks as threads of each. The storage is not touched before all threads of a block have called; before it is
// used again they must have passed a barrier.
template <class Op>
__device__ bool grid_reduce(const Op& op, typename Op::state& value, unsigned valid, const workspace& scratch,
                            block_storage<Op>& storage) {
  if (gridDim.x == 1) return true;
  const detail::mailbox<typename Op::state> box(scratch);
  if (threadIdx.x == 0 && blockIdx.x < valid) box.post(blockIdx.x, value);
  if (!detail::arrives_last(scratch)) return false;

  const unsigned first = threadIdx.x * blocks_of_thread;
  if (first < valid) value = detail::combine_neighbours(op, box, first, valid);
  value = block_reduce(op, value, storage, (valid + blocks_of_thread - 1) / blocks_of_thread);
  return true;
}

}  // namespace warpfold
