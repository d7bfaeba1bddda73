// The sweep behind the constants of rungs 10 to 14: how many loads in flight, how many blocks, which tiles to which
// block, for int32 sums of 2^30 and 2^22 elements by blocks of 256 and 512 threads. Needs the CUDA run time:
//   nvcc -O3 -std=c++20 -arch=sm_90 -I. bench/ladder_sweep.cu -o ladder_sweep
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "ladder/block_sum.cuh"
#include "ladder/vector_load.cuh"

namespace {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

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

__global__ void read_all(const uint4* in, std::size_t n, unsigned* never) {
  unsigned sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i].x ^ in[i].y ^ in[i].z ^ in[i].w;
  }
  if (sum == 0x9e3779b9) *never = sum;
}

struct bench {
  int *values, *other, *out;
  unsigned long long* counter;
  int sms;
  static constexpr std::size_t most = std::size_t{1} << 30, other_count = std::size_t{1} << 26;

  bench() {
    check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "attribute");
    check(cudaMalloc(&values, most * 4), "malloc");
    check(cudaMalloc(&other, other_count * 4), "malloc");
    check(cudaMalloc(&out, 64), "malloc");
    check(cudaMalloc(&counter, 64), "malloc");
    check(cudaMemset(counter, 0, 64), "memset");
    fill<<<2048, 256>>>(values, most);
    fill<<<2048, 256>>>(other, other_count);
    check(cudaDeviceSynchronize(), "fill");
  }

  double microseconds(const std::function<void()>& work) const {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
    std::vector<float> times;
    for (int i = 0; i < 15; ++i) {
      read_all<<<sms * 2, 1024>>>(reinterpret_cast<uint4*>(other), other_count / 4, reinterpret_cast<unsigned*>(out));
      check(cudaEventRecord(begin), "record");
      work();
      check(cudaEventRecord(end), "record");
      check(cudaEventSynchronize(end), "synchronize");
      float milliseconds;
      check(cudaEventElapsedTime(&milliseconds, begin, end), "elapsed");
      times.push_back(milliseconds * 1e3f);
    }
    std::nth_element(times.begin(), times.begin() + 7, times.end());
    return times[7];
  }

  template <int InFlight, bool Strided>
  void rows(std::size_t n) const {
    for (const int block : {256, 512}) {
      const std::size_t tiles = (n / 4 + InFlight * block - 1) / (InFlight * block);
      std::size_t before = 0;
      for (const int threads_per_sm : {1024, 2048, 4096, 2048 * 5, 2048 * 16}) {
        const std::size_t grid = std::min(tiles, static_cast<std::size_t>(sms) * threads_per_sm / block);
        if (grid == before || grid > 65535) continue;
        before = grid;
        const double us = microseconds([&] { packed<InFlight, Strided><<<grid, block>>>(values, out, n, counter); });
        std::printf("n=2^%-2d in flight %2d %s block %3d grid %6zu: %8.2f us %7.1f GB/s\n", n == most ? 30 : 22,
                    InFlight, Strided ? "strided    " : "consecutive", block, grid, us, n * 4 / us * 1e-3);
      }
    }
  }
};

}  // namespace

int main() {
  const bench all;
  for (const std::size_t n : {bench::most, std::size_t{1} << 22}) {
    all.rows<2, false>(n);
    all.rows<4, false>(n);
    all.rows<8, false>(n);
    all.rows<16, false>(n);
    all.rows<4, true>(n);
    all.rows<8, true>(n);
  }
}
