// The sum over a thread's elements as rung 10 loads them, for the rungs that teach something else.
#pragma once

#include <cstddef>
#include <cstdint>

// The sum of the elements that 16 bytes hold.
template <class T>
__device__ T sum_of(const uint4& packed) {
  T values[sizeof(uint4) / sizeof(T)];
  memcpy(values, &packed, sizeof(uint4));
  if constexpr (sizeof(T) == 4) return (values[0] + values[1]) + (values[2] + values[3]);
  if constexpr (sizeof(T) == 8) return values[0] + values[1];
}

// Consecutive ones among `count` tiles: this block's share, which is as large as the others' or one larger.
struct tile_range {
  std::size_t first, last;
};
__device__ inline tile_range tiles_of_block(std::size_t count) {
  const std::size_t each = count / gridDim.x, left_over = count - each * gridDim.x;
  const std::size_t block = blockIdx.x;
  const std::size_t first = block * each + (block < left_over ? block : left_over);
  return {first, first + each + (block < left_over ? 1 : 0)};
}

// The sum of those elements of in[0] … in[n - 1] that are this thread's. A tile is what the block loads at once:
// InFlight times 16 bytes for each thread; each block takes consecutive tiles, all blocks about as many. `in` must be a
// multiple of 16 bytes.
template <int InFlight, class T>
__device__ T thread_sum(const T* in, std::size_t n) {
  constexpr std::size_t per_vector = sizeof(uint4) / sizeof(T);
  const uint4* const vectors = reinterpret_cast<const uint4*>(in);
  const std::size_t vector_count = n / per_vector;
  const std::size_t tile = std::size_t{InFlight} * blockDim.x;
  const std::size_t whole_tiles = vector_count / tile;
  const auto [first, last] = tiles_of_block(whole_tiles + (whole_tiles * tile < vector_count ? 1 : 0));

  T sum{0};
  for (std::size_t t = first; t < last; ++t) {
    const std::size_t begin = t * tile + threadIdx.x;
    uint4 loaded[InFlight];
    if (t < whole_tiles) {
#pragma unroll
      for (int k = 0; k < InFlight; ++k) loaded[k] = __ldg(vectors + begin + k * blockDim.x);
    } else {
#pragma unroll
      for (int k = 0; k < InFlight; ++k) {
        const std::size_t i = begin + k * blockDim.x;
        loaded[k] = i < vector_count ? __ldg(vectors + i) : uint4{0, 0, 0, 0};
      }
    }
#pragma unroll
    for (int k = 0; k < InFlight; ++k) sum += sum_of<T>(loaded[k]);
  }
  const std::size_t beyond = vector_count * per_vector + threadIdx.x;
  if (blockIdx.x == 0 && beyond < n) sum += in[beyond];
  return sum;
}
