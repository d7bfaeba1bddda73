// Words of 64 bits in memory that add up what blocks have, and count in their upper bits how many have added: who knows
// how many there will be sees when all have arrived, and no fence has to make anybody wait.
#pragma once

#include <cstdint>

#include "warpfold/reduce/workspace.hpp"

namespace warpfold::counted_word {

inline constexpr int count_at = 48;  // below are the values' sum and its sign: of 2^12 blocks, each below 2^35
static_assert(most_blocks <= 1 << 12);

// Adds one block's value; what the word is then.
__device__ inline std::uint64_t add(std::uint64_t* word, std::int64_t value) {
  const std::uint64_t mine = (std::uint64_t{1} << count_at) + static_cast<std::uint64_t>(value);
  return atomicAdd(reinterpret_cast<unsigned long long*>(word), mine) + mine;
}
__device__ inline std::uint64_t look(const std::uint64_t* word) {
  std::uint64_t seen;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(seen) : "l"(word) : "memory");
  return seen;
}

// How many blocks have added to a word. (A sum that is negative has taken one from the count.)
__device__ inline unsigned blocks_in(std::uint64_t word) {
  return static_cast<unsigned>((word + (std::uint64_t{1} << (count_at - 1))) >> count_at);
}
// The sum of their values.
__device__ inline std::int64_t sum_in(std::uint64_t word) {
  constexpr int above = 64 - count_at;
  return static_cast<std::int64_t>(word << above) >> above;
}

}  // namespace warpfold::counted_word
