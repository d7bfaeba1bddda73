// Constants of the GPU engine, chosen by measurement.
#pragma once

#include <cstdint>

namespace warpfold::tune {

// Blocks whose states one warp combines as soon as they come (grid.cuh).
inline constexpr int gpu_blocks_of_a_warp = 32;
// Where elements may be taken in any order: threads of a block at most, and where that would leave SMs without a block.
inline constexpr unsigned gpu_threads = 512;
inline constexpr unsigned gpu_few_threads = 256;
// Loads of 16 bytes that a thread has under way at once, and from how many of a thread on it pays to have more blocks
// than fit at once.
inline constexpr int gpu_vectors_in_flight = 4;
inline constexpr int gpu_many_vectors = 64;
// Blocks for each SM at most: where there is some work, by whether the operator needs to know indices, which takes
// registers; and where there is much, a multiple of as many as fit at once, three or four: of six, the last two of four
// took 6 percent longer.
constexpr int gpu_blocks_per_sm(bool indexed) {
  return indexed ? 2 : 3;
}
inline constexpr int gpu_many_blocks_per_sm = 12;
// In the fixed order: threads of a block at most, where each warp has no more than a part of a block of the order, and
// how many such thread blocks there are for an SM at most; threads where there is more work, and so many blocks for
// each SM at most; how many blocks of most threads fit at once.
inline constexpr unsigned gpu_fixed_order_threads = 256;
inline constexpr int gpu_few_blocks_per_sm = 2;
inline constexpr unsigned gpu_fixed_order_many_threads = 256;
inline constexpr int gpu_fixed_order_blocks_per_sm = 2;
inline constexpr int gpu_fixed_order_blocks_at_once = 2;
// Loads of 16 bytes that a thread has under way at once: twice as many of a block whose states are doubles, or as many
// of others. Where elements do not lie in whole 16 bytes, bytes that a warp has under way of a block whose states are
// doubles; of another, bytes and elements that a thread has at most.
inline constexpr int gpu_narrow_block_packs = 4;
inline constexpr int gpu_wide_block_packs = 8;
inline constexpr int gpu_narrow_block_bytes = 4096;
inline constexpr int gpu_fixed_order_bytes = 256;
inline constexpr int gpu_fixed_order_elements = 32;

// Whether an SM adds doubles at a thirty-second of the rate of floats or less: true of all but the ones made for
// computing centres. By compute capability.
constexpr bool gpu_doubles_are_slow(int compute_capability) {
  switch (compute_capability) {
    case 60:
    case 70:
    case 80:
    case 90:
    case 100:
      return false;
    default:
      return true;
  }
}

}  // namespace warpfold::tune
