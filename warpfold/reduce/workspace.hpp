// The memory through which the blocks of one launch find each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpfold {

// A workspace belongs to one launch at a time. All of it must be zero before a launch, and every launch that ends
// leaves it so.
struct workspace {
  static constexpr std::size_t counter_bytes = 64;

  std::uint64_t* counters;  // counter_bytes, aligned to 64
  void* partials;           // partial_bytes for each block of the grid, aligned to 64
};

// States up to this size go through a workspace.
inline constexpr std::size_t largest_state = 128;

// What a block needs to hand on a state of that size.
constexpr std::size_t partial_bytes(std::size_t state_bytes) {
  return (state_bytes + 3) / 4 * 8;
}

// Blocks of a grid at most, and for each thread of a block: what the last block can combine at once.
inline constexpr std::int64_t most_blocks = 4096;
inline constexpr unsigned blocks_of_thread = 4;

}  // namespace warpfold
