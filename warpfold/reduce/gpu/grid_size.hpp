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
// The power of two that is no less.
constexpr std::int64_t at_least(std::int64_t a) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(a)));
}
}  // namespace detail

// In the fixed order each warp has a part of a block where there are few of them (narrow_block.cuh): those of all that
// one thread block has warps for, then of one each, and of more each where there would be more thread blocks than one
// warp combines. Where there are many, each warp has a block. As thread blocks share them by powers of two, one of
// thread blocks, too, leaves none with more than the others.
constexpr grid_size fixed_order_grid(std::int64_t element_bytes, std::int64_t count, int sms) {
  using detail::divide_up;
  constexpr std::int64_t warps_of_few = tune::gpu_fixed_order_threads / 32;
  constexpr unsigned threads = tune::gpu_fixed_order_many_threads;
  const std::int64_t parts = std::min(element_bytes, warps_of_few);
  const auto threads_of = [&](std::int64_t blocks) { return static_cast<unsigned>(32 * parts * blocks); };
  const std::int64_t most_each = warps_of_few / parts;
  const std::int64_t blocks = divide_up(count, fixed_block);
  if (blocks <= most_each) return {1, threads_of(detail::at_least(blocks))};
  const std::int64_t each = std::min(detail::at_least(divide_up(blocks, tune::gpu_blocks_of_a_warp)), most_each);
  const std::int64_t few = divide_up(blocks, each);
  if (few <= std::int64_t{sms} * tune::gpu_few_blocks_per_sm) return {static_cast<unsigned>(few), threads_of(each)};
  const std::int64_t most = std::bit_floor(static_cast<unsigned>(
      std::min<std::int64_t>(sms * tune::gpu_fixed_order_blocks_per_sm, threads * blocks_of_thread)));
  return {static_cast<unsigned>(std::min(divide_up(blocks, threads / 32), most)), threads};
}

// Any order: one block takes what its threads have under way at once. More goes to as many blocks as one warp combines,
// of as many threads as that takes, few of which wait for each other; and beyond that to as many blocks as there are
// SMs, and then of most threads.
constexpr grid_size grid_for(const laws& of_operator, std::int64_t element_bytes, std::int64_t count, int sms) {
  using detail::divide_up;
  if (!of_operator.associative) return fixed_order_grid(element_bytes, count, sms);
  const std::int64_t vectors = divide_up(count, 16 / element_bytes);
  const std::int64_t loads = divide_up(vectors, tune::gpu_vectors_in_flight);
  const unsigned threads = tune::gpu_threads;
  if (loads <= threads) return {1, static_cast<unsigned>(32 * std::max<std::int64_t>(divide_up(loads, 32), 1))};
  const auto tiles_of = [&](unsigned size) { return divide_up(loads, size); };
  const auto few_threads = static_cast<unsigned>(std::clamp<std::int64_t>(
      detail::at_least(divide_up(loads, tune::gpu_blocks_of_a_warp)), 32, tune::gpu_few_threads));
  if (tiles_of(few_threads) <= sms) return {static_cast<unsigned>(tiles_of(few_threads)), few_threads};
  const int at_once = tune::gpu_blocks_per_sm(of_operator.indexed);
  const bool many = vectors / tune::gpu_many_vectors > std::int64_t{sms} * at_once * threads;
  const int per_sm = many ? tune::gpu_many_blocks_per_sm : at_once;
  const std::int64_t most = std::min<std::int64_t>(threads * blocks_of_thread, std::int64_t{sms} * per_sm);
  return {static_cast<unsigned>(std::min(tiles_of(threads), most)), threads};
}

}  // namespace warpfold::gpu
