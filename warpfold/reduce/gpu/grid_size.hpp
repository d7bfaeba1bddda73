// How many blocks, and of how many threads, reduce so many elements.
#pragma once

#include <algorithm>
#include <bit>
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

// Elements of one launch at most, so that no block has as many as 2^31.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 34;

namespace detail {
constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}
}  // namespace detail

// In the fixed order each warp has a part of a block where there are few of them (narrow_block.cuh), or else a block.
// As thread blocks share them by powers of two, one of thread blocks, too, leaves none with more than the others.
constexpr grid_size fixed_order_grid(std::int64_t element_bytes, std::int64_t count, int sms) {
  using detail::divide_up;
  constexpr std::int64_t warps_of_few = tune::gpu_fixed_order_threads / 32;
  constexpr unsigned threads = tune::gpu_fixed_order_threads / 2;
  const std::int64_t parts = std::min(element_bytes, warps_of_few);
  const std::int64_t blocks = divide_up(count, fixed_block);
  if (blocks <= 1) return {1, static_cast<unsigned>(32 * parts)};
  const std::int64_t few = divide_up(blocks, warps_of_few / parts);
  if (few <= std::int64_t{sms} * tune::gpu_few_blocks_per_sm) {
    return {static_cast<unsigned>(few), tune::gpu_fixed_order_threads};
  }
  const std::int64_t most = std::bit_floor(static_cast<unsigned>(
      std::min<std::int64_t>(sms * tune::gpu_fixed_order_blocks_per_sm, threads * blocks_of_thread)));
  return {static_cast<unsigned>(std::min(divide_up(blocks, threads / 32), most)), threads};
}

constexpr grid_size grid_for(const laws& of_operator, std::int64_t element_bytes, std::int64_t count, int sms) {
  using detail::divide_up;
  if (!of_operator.associative) return fixed_order_grid(element_bytes, count, sms);
  const std::int64_t vectors = divide_up(count, 16 / element_bytes);
  if (vectors <= tune::gpu_vectors_of_one_block) {
    const std::int64_t warps = divide_up(vectors, 32 * tune::gpu_vectors_in_flight);
    return {1, static_cast<unsigned>(32 * std::max<std::int64_t>(warps, 1))};
  }
  const auto tiles_of = [&](unsigned threads) { return divide_up(vectors, threads * tune::gpu_vectors_in_flight); };
  if (tiles_of(tune::gpu_few_threads) <= sms) {
    return {static_cast<unsigned>(tiles_of(tune::gpu_few_threads)), tune::gpu_few_threads};
  }
  const unsigned threads = tune::gpu_threads;
  const int at_once = tune::gpu_blocks_per_sm(of_operator.indexed);
  const bool many = vectors / tune::gpu_many_vectors > std::int64_t{sms} * at_once * threads;
  const int per_sm = many ? tune::gpu_many_blocks_per_sm : at_once;
  const std::int64_t most = std::min<std::int64_t>(threads * blocks_of_thread, std::int64_t{sms} * per_sm);
  return {static_cast<unsigned>(std::min(tiles_of(threads), most)), threads};
}

}  // namespace warpfold::gpu
