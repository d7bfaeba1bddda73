// How many blocks, and of how many threads, reduce so many elements.
#pragma once

#include <algorithm>
#include <cstdint>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/tune/gpu.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// Blocks, and threads of each.
struct grid_size {
  unsigned blocks;
  unsigned threads;
};

// Threads of a block at most.
constexpr unsigned most_threads(const laws& of_operator) {
  return of_operator.associative ? tune::gpu_threads : tune::gpu_fixed_order_threads;
}

namespace detail {
constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}
}  // namespace detail

constexpr grid_size grid_for(const laws& of_operator, std::int64_t element_bytes, std::int64_t count, int sms) {
  using detail::divide_up;
  const unsigned threads = most_threads(of_operator);
  if (!of_operator.associative) {
    const std::int64_t blocks = divide_up(count, threads / 32 * fixed_block);
    const std::int64_t most = std::min<std::int64_t>(most_blocks, sms * tune::gpu_fixed_order_blocks_per_sm);
    return {static_cast<unsigned>(std::clamp<std::int64_t>(blocks, 1, most)), threads};
  }
  const std::int64_t vectors = divide_up(count, 16 / element_bytes);
  if (vectors <= threads * tune::gpu_vectors_in_flight) {
    const std::int64_t warps = divide_up(vectors, 32);
    return {1, static_cast<unsigned>(std::clamp<std::int64_t>(32 * warps, 32, threads))};
  }
  const bool many = vectors / tune::gpu_many_vectors > std::int64_t{sms} * tune::gpu_blocks_per_sm * threads;
  const int per_sm = many ? tune::gpu_many_blocks_per_sm : tune::gpu_blocks_per_sm;
  const std::int64_t most = std::min<std::int64_t>(most_blocks, std::int64_t{sms} * per_sm);
  return {static_cast<unsigned>(std::min(divide_up(vectors, threads * tune::gpu_least_vectors), most)), threads};
}

}  // namespace warpfold::gpu
