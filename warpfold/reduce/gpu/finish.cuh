// The kernel that makes a result of the state which another has left: the last step, with the bits that the host gives.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/finish_definitions.hpp"
#include "warpfold/reduce/gpu/earlier_kernels.cuh"
#include "warpfold/reduce/warp.cuh"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// Copies a state of many words, which one thread would wait for one after another. All lanes of one warp must call.
template <class State>
__device__ const State& in_shared_memory(const State* state) {
  constexpr int words = sizeof(State) / sizeof(std::int64_t);
  __shared__ std::int64_t copy[words];
#pragma unroll
  for (int i = 0; i < words; i += warp_lanes) {
    const int word = i + static_cast<int>(threadIdx.x);
    if (word < words) copy[word] = reinterpret_cast<const std::int64_t*>(state)[word];
  }
  __syncwarp();
  return reinterpret_cast<const State&>(copy);
}

// Writes what `op` finishes a state of `count` elements to: to `out`, which need not be aligned. `skipped` says how
// many of them were left out; null: none. One warp.
template <class Op, class R>
__global__ void __launch_bounds__(warp_lanes)
    finish_state(Op op, const typename Op::state* state, const std::int64_t* skipped, std::int64_t count, void* out) {
  wait_for_earlier_kernels();
  const std::int64_t left_out = skipped == nullptr ? 0 : *skipped;
  const auto finish = [&](const typename Op::state& from) {
    if (threadIdx.x != 0) return;
    const auto value = op.template finish<R>(from, count - left_out);
    std::memcpy(out, &value, sizeof value);
  };
  if constexpr (sizeof(typename Op::state) > largest_state) {
    finish(in_shared_memory(state));
  } else {
    finish(*state);
  }
}

}  // namespace warpfold::gpu
