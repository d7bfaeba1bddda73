// The 32 lanes of a warp together.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "warpfold/reduce/thread.cuh"

namespace warpfold {

inline constexpr unsigned warp_lanes = 32;
inline constexpr unsigned every_lane = 0xffffffff;

// What another lane holds, a word of 32 bits at a time, which shuffle(word) fetches from there. All lanes must call.
template <class State, class Shuffle>
__device__ State shuffle_words(const State& value, const Shuffle& shuffle) {
  constexpr unsigned words = (sizeof(State) + 3) / 4;
  unsigned bits[words] = {};
  std::memcpy(bits, &value, sizeof(State));
#pragma unroll
  for (unsigned& word : bits) word = shuffle(word);
  State other;
  std::memcpy(static_cast<void*>(&other), bits, sizeof(State));
  return other;
}
// What the lane that is `distance` further up holds; in the uppermost lanes, something. All lanes must call.
template <class State>
__device__ State shuffle_down(const State& value, unsigned distance) {
  return shuffle_words(value, [distance](unsigned word) { return __shfl_down_sync(every_lane, word, distance); });
}
// What the lane holds whose number is `lane` modulo warp_lanes. All lanes must call.
template <class State>
__device__ State shuffle_from(const State& value, unsigned lane) {
  return shuffle_words(value, [lane](unsigned word) { return __shfl_sync(every_lane, word, static_cast<int>(lane)); });
}

// How often a loop that combines states is unrolled: large states take long to combine, and much code.
template <class State>
inline constexpr unsigned unrolled_combinations = sizeof(State) > 24 ? 1 : 5;

// Combines the states of the first `valid` lanes, 1 to 32, in their order, in a binary tree of neighbours: the subtrees
// of fixed_order.hpp. Lane 0 holds the result, the others nothing of use. All lanes must call, with one `valid`.
template <class Op>
__device__ typename Op::state warp_reduce(const Op& op, typename Op::state value, unsigned valid = warp_lanes) {
  const unsigned lane = threadIdx.x % warp_lanes;
#pragma unroll unrolled_combinations < typename Op::state>
  for (unsigned distance = 1; distance < warp_lanes; distance *= 2) {
    if (distance >= valid) break;
    const typename Op::state right = shuffle_down(value, distance);
    if (lane + distance < valid) combine_states(op, value, right);
  }
  return value;
}

// Combines the lanes of a block of fixed_order.hpp, one a lane of the warp. Lane 0 holds the result. All lanes must
// call.
template <class Op>
__device__ typename Op::state warp_combine_lanes(const Op& op, typename Op::state value) {
#pragma unroll unrolled_combinations < typename Op::state>
  for (unsigned distance = warp_lanes / 2; distance > 0; distance /= 2) {
    const typename Op::state right = shuffle_down(value, distance);
    combine_states(op, value, right);
  }
  return value;
}

// The greatest of the lanes' integers, in every lane. All lanes must call.
template <class Integer>
__device__ Integer warp_greatest(Integer value) {
  using word = std::conditional_t<std::is_signed_v<Integer>, int, unsigned>;
  if constexpr (sizeof(Integer) <= sizeof(word)) {
    return static_cast<Integer>(__reduce_max_sync(every_lane, static_cast<word>(value)));
  } else {
    const auto upper = static_cast<word>(value >> 32);
    const word greatest = __reduce_max_sync(every_lane, upper);
    const unsigned lower = __reduce_max_sync(every_lane, upper == greatest ? static_cast<unsigned>(value) : 0);
    return static_cast<Integer>(static_cast<std::uint64_t>(greatest) << 32 | lower);
  }
}
// The least of them. All lanes must call.
template <class Integer>
__device__ Integer warp_least(Integer value) {
  return static_cast<Integer>(~warp_greatest(static_cast<Integer>(~value)));
}

}  // namespace warpfold
