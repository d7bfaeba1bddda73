// The kernels of the gpu engine against CUB, on a GPU: one call with the L2 cache flushed by reads, the same inside a
// graph, and GB/s of large arrays; medians. Needs the CUDA run time:
//   nvcc -O3 -std=c++20 -arch=sm_90 --expt-relaxed-constexpr -fmad=false -I. -Ibuild/release/include
//        bench/reduce_gpu.cu -o reduce_gpu && ./reduce_gpu
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <functional>
#include <type_traits>
#include <vector>

#include "warpfold/reduce/gpu/kernels.cuh"
#include "warpfold/reduce/operators.hpp"

namespace {

using namespace warpfold;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void read_all(const uint4* in, std::size_t n, unsigned* never) {
  unsigned sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum += in[i].x ^ in[i].y ^ in[i].z ^ in[i].w;
  }
  if (sum == 0x9e3779b9) *never = sum;
}

template <class T>
__global__ void fill(T* values, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int small = static_cast<int>(static_cast<unsigned>(i) * 2654435761u >> 25) - 60;
    if constexpr (std::is_same_v<T, float16>) {
      values[i] = float16::from_bits(static_cast<std::uint16_t>(0x3000 + (small + 60)));
    } else if constexpr (std::is_same_v<T, bfloat16>) {
      values[i] = bfloat16::from_bits(static_cast<std::uint16_t>(0x3f00 + (small + 60)));
    } else {
      values[i] = static_cast<T>(small);
    }
  }
}

double median(std::vector<float>& times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

class bench {
 public:
  static constexpr std::size_t bytes = std::size_t{1} << 32, flush_bytes = std::size_t{1} << 28;

  bench() {
    check(cudaDeviceGetAttribute(&sms_, cudaDevAttrMultiProcessorCount, 0), "attribute");
    check(cudaMalloc(&values, bytes), "malloc");
    check(cudaMalloc(&flush_, flush_bytes), "malloc");
    check(cudaMalloc(&out, 4096), "malloc");
    check(cudaMalloc(&cub_space, cub_bytes), "malloc");
    check(cudaMalloc(&scratch_memory_, 1 << 20), "malloc");
    check(cudaMemset(scratch_memory_, 0, 1 << 20), "memset");
    check(cudaMemset(flush_, 1, flush_bytes), "memset");
    check(cudaStreamCreate(&stream), "stream");
    check(cudaEventCreate(&begin_), "event");
    check(cudaEventCreate(&end_), "event");
  }

  workspace scratch() const {
    return {reinterpret_cast<std::uint64_t*>(scratch_memory_), scratch_memory_ + workspace::counter_bytes};
  }
  int sms() const { return sms_; }

  double cold(const std::function<void()>& work, int repeats) const {
    for (int i = 0; i < 2; ++i) work();
    std::vector<float> times;
    for (int i = 0; i < repeats; ++i) {
      read_all<<<2 * sms_, 1024, 0, stream>>>(reinterpret_cast<uint4*>(flush_), flush_bytes / 16,
                                              reinterpret_cast<unsigned*>(out));
      check(cudaEventRecord(begin_, stream), "record");
      work();
      check(cudaEventRecord(end_, stream), "record");
      times.push_back(elapsed());
    }
    return median(times);
  }
  double in_graph(const std::function<void()>& work) const {
    constexpr int calls = 20;
    cudaGraph_t graph;
    cudaGraphExec_t runnable;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capture");
    for (int i = 0; i < calls; ++i) work();
    check(cudaStreamEndCapture(stream, &graph), "capture");
    check(cudaGraphInstantiate(&runnable, graph, 0), "graph");
    std::vector<float> times;
    for (int i = 0; i < 7; ++i) {
      check(cudaEventRecord(begin_, stream), "record");
      check(cudaGraphLaunch(runnable, stream), "graph");
      check(cudaEventRecord(end_, stream), "record");
      times.push_back(elapsed() / calls);
    }
    check(cudaGraphExecDestroy(runnable), "graph");
    check(cudaGraphDestroy(graph), "graph");
    return median(times);
  }

  char* values;
  char* out;
  char* cub_space;
  static constexpr std::size_t cub_bytes = std::size_t{32} << 20;
  cudaStream_t stream;

 private:
  float elapsed() const {
    check(cudaEventSynchronize(end_), "synchronize");
    float milliseconds;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "elapsed");
    return milliseconds * 1e3f;
  }

  int sms_;
  char* flush_;
  char* scratch_memory_;
  cudaEvent_t begin_, end_;
};

// The type of CUB's that has the bits of ours.
template <class T>
struct cub_type : std::type_identity<T> {};
template <>
struct cub_type<float16> : std::type_identity<__half> {};
template <>
struct cub_type<bfloat16> : std::type_identity<__nv_bfloat16> {};

enum class peer { none, sum, min, max, argmin };

template <class T>
std::function<void()> call_of(peer which, const bench& all, std::size_t n) {
  using element = typename cub_type<T>::type;
  const auto* const in = reinterpret_cast<const element*>(all.values);
  auto* const result = reinterpret_cast<element*>(all.out + 1024);
  auto* const index = reinterpret_cast<std::int64_t*>(all.out + 1088);
  const auto count = static_cast<std::int64_t>(n);
  const cudaStream_t stream = all.stream;
  void* const space = all.cub_space;
  switch (which) {
    case peer::sum:
      return [=] {
        std::size_t bytes = bench::cub_bytes;
        check(cub::DeviceReduce::Sum(space, bytes, in, result, count, stream), "CUB");
      };
    case peer::min:
      return [=] {
        std::size_t bytes = bench::cub_bytes;
        check(cub::DeviceReduce::Min(space, bytes, in, result, count, stream), "CUB");
      };
    case peer::max:
      return [=] {
        std::size_t bytes = bench::cub_bytes;
        check(cub::DeviceReduce::Max(space, bytes, in, result, count, stream), "CUB");
      };
    case peer::argmin:
      return [=] {
        std::size_t bytes = bench::cub_bytes;
        check(cub::DeviceReduce::ArgMin(space, bytes, in, result, index, count, stream), "CUB");
      };
    case peer::none:
      break;
  }
  return {};
}

// One operator on one type, at the sizes of latency and of bandwidth.
template <class T, class Op>
void rows(const bench& all, const char* name, Op op, peer against, bool latency, int step = 1) {
  constexpr std::size_t element_bytes = sizeof(T) * (takes_two<Op> ? 2 : 1);
  const std::size_t most = bench::bytes / element_bytes;
  auto* const values = reinterpret_cast<T*>(all.values);
  fill<<<2048, 256, 0, all.stream>>>(values, bench::bytes / sizeof(T));
  double log_of_ratios = 0, log_of_graph_ratios = 0;
  int ratios = 0;
  for (int exponent = latency ? 8 : 28; exponent <= 31; exponent += exponent < 24 ? step : 1) {
    const std::size_t n = std::size_t{1} << exponent;
    const bool small = exponent <= 24;
    const std::size_t total = n * element_bytes;
    if (n > most || (!small && total != std::size_t{1} << 32 && total != std::size_t{1} << 30)) continue;
    const gpu::dense_arrays in =
        gpu::cut_into_packs({{values, values + (takes_two<Op> ? most : 0)}}, sizeof(T), static_cast<std::int64_t>(n));
    const gpu::grid_size grid = gpu::grid_for(Op::laws, sizeof(T), static_cast<std::int64_t>(n), all.sms());
    const auto ours = [&] {
      gpu::reduce_dense<Op, T><<<grid.blocks, grid.threads, 0, all.stream>>>(op, in, static_cast<std::int64_t>(n), 0,
                                                                             all.scratch(), all.out);
    };
    const double us = all.cold(ours, small ? 21 : 7);
    check(cudaGetLastError(), name);
    std::printf("%-22s 2^%-2d %9.2f us %7.1f GB/s", name, exponent, us, total / us * 1e-3);
    const double graph = small ? all.in_graph(ours) : 0;
    if (small) std::printf(" graph %6.2f", graph);
    if (against != peer::none) {
      const auto theirs = call_of<T>(against, all, n);
      const double peer_us = all.cold(theirs, small ? 21 : 7);
      std::printf(" | CUB %9.2f us", peer_us);
      if (small) {
        const double peer_graph = all.in_graph(theirs);
        std::printf(" graph %6.2f  x%.2f x%.2f", peer_graph, peer_us / us, peer_graph / graph);
        log_of_ratios += std::log(peer_us / us);
        log_of_graph_ratios += std::log(peer_graph / graph);
        ++ratios;
      } else {
        std::printf("  x%.3f", peer_us / us);
      }
    }
    std::printf("\n");
  }
  if (ratios > 0) {
    std::printf("%-22s geometric mean to 2^24: x%.2f, in a graph x%.2f\n", name, std::exp(log_of_ratios / ratios),
                std::exp(log_of_graph_ratios / ratios));
  }
}

}  // namespace

int main() {
  const bench all;
  constexpr auto keep = nan_mode::propagate;
  rows<std::int32_t>(all, "sum int32", operators::sum<std::int32_t>(overflow::error), peer::sum, true);
  rows<float>(all, "sum float32 fast", operators::fast_sum<float>(), peer::sum, true);
  rows<double>(all, "sum float64 fast", operators::fast_sum<double>(), peer::sum, true, 2);
  rows<float16>(all, "sum float16 fast", operators::fast_sum<float>(), peer::sum, true, 4);
  rows<bfloat16>(all, "sum bfloat16 fast", operators::fast_sum<float>(), peer::sum, false);
  rows<std::int64_t>(all, "sum int64", operators::sum<std::int64_t>(overflow::error), peer::sum, true, 4);
  rows<std::int8_t>(all, "sum int8", operators::sum<std::int8_t>(overflow::error), peer::sum, true, 4);
  rows<std::uint8_t>(all, "sum uint8", operators::sum<std::uint8_t>(overflow::error), peer::sum, false);
  rows<std::int16_t>(all, "sum int16", operators::sum<std::int16_t>(overflow::error), peer::sum, false);
  rows<float>(all, "max float32", operators::max<float>(keep), peer::max, true, 2);
  rows<float16>(all, "max float16", operators::max<float16>(keep), peer::none, false);
  rows<std::int8_t>(all, "min int8", operators::min<std::int8_t>(keep), peer::min, false);
  rows<double>(all, "min float64", operators::min<double>(keep), peer::min, false);
  rows<float>(all, "minmax float32", operators::minmax<float>(keep), peer::none, false);
  rows<std::int8_t>(all, "minmax int8", operators::minmax<std::int8_t>(keep), peer::none, false);
  rows<float>(all, "argmin float32", operators::argmin<float>(keep), peer::argmin, true, 2);
  rows<std::int32_t>(all, "argmax int32", operators::argmax<std::int32_t>(keep), peer::none, false);
  rows<double>(all, "argmax float64", operators::argmax<double>(keep), peer::none, false);
  rows<std::int8_t>(all, "argmax int8", operators::argmax<std::int8_t>(keep), peer::none, false);
  rows<float>(all, "var float32 fast", operators::fast_var<float>(0), peer::none, true, 4);
  rows<float>(all, "norm float32 fast", operators::fast_norm_two<float>(), peer::none, false);
  rows<double>(all, "norm float64 fast", operators::fast_norm_two<double>(), peer::none, false);
  rows<float>(all, "dot float32 fast", operators::fast_dot<float>(), peer::none, false);
  rows<std::int32_t>(all, "var int32", operators::var<std::int32_t>(0), peer::none, false);
  rows<std::int8_t>(all, "var int8", operators::var<std::int8_t>(0), peer::none, false);
  rows<std::int8_t>(all, "dot int8", operators::dot<std::int8_t>(overflow::error), peer::none, false);
  rows<std::int32_t>(all, "prod int32", operators::prod<std::int32_t>(overflow::error), peer::none, false);
  rows<std::uint8_t>(all, "any uint8", operators::any<std::uint8_t>(), peer::none, false);
  rows<std::uint8_t>(all, "count_nonzero uint8", operators::count_nonzero<std::uint8_t>(), peer::none, false);
  rows<float>(all, "count_nonzero float32", operators::count_nonzero<float>(), peer::none, false);
}
