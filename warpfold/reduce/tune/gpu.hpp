// Constants of the GPU engine, chosen by measurement.
#pragma once

#include <cstdint>

namespace warpfold::tune {

// Threads of a block, at most: where elements may be taken in any order, and in the fixed order.
inline constexpr unsigned gpu_threads = 256;
inline constexpr unsigned gpu_fixed_order_threads = 128;
// Loads of 16 bytes that a thread has under way at once; how many it should have at least where there are several
// blocks; and from how many on it pays to have more blocks than otherwise, so that none waits long for the last.
inline constexpr int gpu_vectors_in_flight = 4;
inline constexpr int gpu_least_vectors = 2;
inline constexpr int gpu_many_vectors = 64;
// What a thread of the fixed order, which loads element by element, has under way at once, at most: bytes and elements.
inline constexpr int gpu_fixed_order_bytes = 256;
inline constexpr int gpu_fixed_order_elements = 32;
// Blocks for each SM at most: where there is some work, and where there is much.
inline constexpr int gpu_blocks_per_sm = 4;
inline constexpr int gpu_many_blocks_per_sm = 16;
inline constexpr int gpu_fixed_order_blocks_per_sm = 16;

}  // namespace warpfold::tune
