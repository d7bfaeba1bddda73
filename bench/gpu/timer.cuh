// Timing work on a GPU: events around it, medians. Needs the CUDA run time.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace warpfold::bench {

// Ends the program, naming what failed.
inline void require(cudaError_t status, const char* what = "CUDA") {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

// Memory of the device, until the program ends.
template <class T = char>
T* device_memory(std::size_t bytes) {
  void* memory = nullptr;
  require(cudaMalloc(&memory, bytes), "cudaMalloc");
  require(cudaMemset(memory, 0, bytes), "cudaMemset");
  return static_cast<T*>(memory);
}

// Reads 16 bytes at a time, four loads under way, and writes nothing that anybody reads.
__global__ void __launch_bounds__(256) read_all(const uint4* in, std::size_t n, unsigned* never) {
  unsigned sum = 0;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += 4 * step) {
    uint4 loaded[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) loaded[k] = i + k * step < n ? __ldg(in + i + k * step) : uint4{};
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += loaded[k].x ^ loaded[k].y ^ loaded[k].z ^ loaded[k].w;
  }
  if (sum == 0x9e3779b9) *never = sum;
}

// Times what is put into stream(), in microseconds.
class timer {
 public:
  timer() {
    require(cudaDeviceGetAttribute(&sms_, cudaDevAttrMultiProcessorCount, 0), "attribute");
    require(cudaStreamCreate(&stream_), "stream");
    require(cudaEventCreate(&begin_), "event");
    require(cudaEventCreate(&end_), "event");
  }

  cudaStream_t stream() const { return stream_; }
  int sms() const { return sms_; }

  // Of one call, whatever the caches hold.
  template <class Work>
  double warm(const Work& work, int repeats) const {
    return median(work, repeats, [] {});
  }
  // Of one call, after the L2 cache has been filled with other bytes by reading them.
  template <class Work>
  double cold(const Work& work, int repeats) const {
    return median(work, repeats, [this] { read(other_bytes_, flush_bytes); });
  }
  // Of one of 20 calls in a row inside a graph.
  template <class Work>
  double in_graph(const Work& work) const {
    constexpr int calls = 20;
    cudaGraph_t graph;
    cudaGraphExec_t runnable;
    require(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "capture");
    for (int i = 0; i < calls; ++i) work();
    require(cudaStreamEndCapture(stream_, &graph), "capture");
    require(cudaGraphInstantiate(&runnable, graph, 0), "graph");
    const double all = warm([&] { require(cudaGraphLaunch(runnable, stream_), "graph"); }, 7);
    require(cudaGraphExecDestroy(runnable), "graph");
    require(cudaGraphDestroy(graph), "graph");
    return all / calls;
  }

  // A plain read of that many bytes, a multiple of 16.
  void read(const void* from, std::size_t bytes) const {
    read_all<<<8 * sms_, 256, 0, stream_>>>(static_cast<const uint4*>(from), bytes / sizeof(uint4), never_);
  }

 private:
  static constexpr std::size_t flush_bytes = std::size_t{1} << 28;

  template <class Work, class Before>
  double median(const Work& work, int repeats, const Before& before) const {
    for (int i = 0; i < 2; ++i) work();
    std::vector<float> times;
    for (int i = 0; i < repeats; ++i) {
      before();
      require(cudaEventRecord(begin_, stream_), "record");
      work();
      require(cudaEventRecord(end_, stream_), "record");
      require(cudaEventSynchronize(end_), "synchronize");
      float milliseconds;
      require(cudaEventElapsedTime(&milliseconds, begin_, end_), "elapsed");
      times.push_back(milliseconds * 1e3f);
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
  }

  int sms_;
  cudaStream_t stream_;
  cudaEvent_t begin_, end_;
  char* other_bytes_ = device_memory(flush_bytes);
  unsigned* never_ = device_memory<unsigned>(sizeof(unsigned));
};

}  // namespace warpfold::bench
