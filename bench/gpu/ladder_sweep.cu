// The sweep behind the constants of rungs 10 to 14: how many loads in flight, how many blocks, which tiles to which
// block, for int32 sums of 2^30 and 2^22 elements by blocks of 256 and 512 threads.
// `ninja gpu_benchmarks` builds it.
#include <algorithm>
#include <cstdio>

#include "bench/gpu/timer.cuh"
#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

namespace {

// As thread_sum, but block b takes tiles b, b + blocks, b + 2 blocks, ….
template <int InFlight>
__device__ int strided_sum(const int* in, std::size_t n) {
  const uint4* const vectors = reinterpret_cast<const uint4*>(in);
  const std::size_t count = n / 4, tile = std::size_t{InFlight} * blockDim.x;
  int sum = 0;
  for (std::size_t begin = blockIdx.x * tile + threadIdx.x; begin < count; begin += gridDim.x * tile) {
    uint4 loaded[InFlight];
#pragma unroll
    for (int k = 0; k < InFlight; ++k) {
      const std::size_t i = begin + k * blockDim.x;
      loaded[k] = i < count ? __ldg(vectors + i) : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (int k = 0; k < InFlight; ++k) sum += sum_of<int>(loaded[k]);
  }
  return sum;
}

template <int InFlight, bool Strided>
__global__ void packed(const int* in, int* out, std::size_t n, unsigned long long* total_and_arrived) {
  const int sum = block_sum(Strided ? strided_sum<InFlight>(in, n) : thread_sum<InFlight>(in, n));
  if (threadIdx.x > 0) return;
  const unsigned long long mine = (1ull << 48) + static_cast<unsigned>(sum);
  const unsigned long long before = atomicAdd(total_and_arrived, mine);
  if (before >> 48 < gridDim.x - 1) return;
  *out = static_cast<int>(before + mine);
  *total_and_arrived = 0;
}

__global__ void fill(int* values, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] = static_cast<int>(static_cast<unsigned>(i) * 2654435761u >> 24) - 127;
  }
}

constexpr std::size_t most = std::size_t{1} << 30;

struct sweep {
  warpfold::bench::timer timer;
  int* values = warpfold::bench::device_memory<int>(most * sizeof(int));
  int* out = warpfold::bench::device_memory<int>(sizeof(int));
  unsigned long long* counter = warpfold::bench::device_memory<unsigned long long>(sizeof(unsigned long long));

  sweep() { fill<<<2048, 256, 0, timer.stream()>>>(values, most); }

  template <int InFlight, bool Strided>
  void rows(std::size_t n) const {
    for (const int block : {256, 512}) {
      const std::size_t tiles = (n / 4 + InFlight * block - 1) / (InFlight * block);
      std::size_t before = 0;
      for (const int threads_per_sm : {1024, 2048, 4096, 2048 * 5, 2048 * 16}) {
        const std::size_t grid = std::min(tiles, static_cast<std::size_t>(timer.sms()) * threads_per_sm / block);
        if (grid == before || grid > 65535) continue;
        before = grid;
        const auto launch = [&] {
          packed<InFlight, Strided><<<grid, block, 0, timer.stream()>>>(values, out, n, counter);
        };
        const double us = timer.cold(launch, 15);
        std::printf("n=2^%-2d in flight %2d %s block %3d grid %6zu: %8.2f us %7.1f GB/s\n", n == most ? 30 : 22,
                    InFlight, Strided ? "strided    " : "consecutive", block, grid, us, n * 4 / us * 1e-3);
      }
    }
  }
};

}  // namespace

int main() {
  const sweep all;
  for (const std::size_t n : {most, std::size_t{1} << 22}) {
    all.rows<2, false>(n);
    all.rows<4, false>(n);
    all.rows<8, false>(n);
    all.rows<16, false>(n);
    all.rows<4, true>(n);
    all.rows<8, true>(n);
  }
}
