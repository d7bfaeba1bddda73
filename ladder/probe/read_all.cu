// Reads an array and does next to nothing with it: how fast the memory can be read, and a way to push everything else
// out of the L2 cache.

#ifdef __CUDACC__
#include <cstddef>
#include <cstdint>

// `never` is written only if the words add up to an improbable number, so that no load can be left out.
__global__ void read_all(const uint4* vectors, std::size_t count, unsigned* never) {
  constexpr int in_flight = 4;
  const std::size_t tile = std::size_t{in_flight} * blockDim.x;
  const std::size_t tiles = (count + tile - 1) / tile;
  const std::size_t last = tiles * (blockIdx.x + 1) / gridDim.x;
  unsigned sum = 0;
  for (std::size_t t = tiles * blockIdx.x / gridDim.x; t < last; ++t) {
    uint4 loaded[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      const std::size_t i = t * tile + k * blockDim.x + threadIdx.x;
      loaded[k] = i < count ? __ldg(vectors + i) : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) sum += loaded[k].x ^ loaded[k].y ^ loaded[k].z ^ loaded[k].w;
  }
  if (sum == 0x9e3779b9) *never = sum;
}
#endif
