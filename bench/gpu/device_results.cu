// What a result costs that stays on the GPU: device_reduction in a stream and in a graph, next to a call that waits.
// `ninja gpu_benchmarks` builds it.
//
// Every result is compared with the call's before it is timed. Microseconds, medians.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "bench/gpu/timer.cuh"
#include "warpfold/gpu.hpp"

namespace {

using warpfold::bench::require;

// Seconds of work() until the stream is done.
template <class Work>
double median_seconds(cudaStream_t stream, Work work) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat < 51; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    require(cudaStreamSynchronize(stream));
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + seconds.size() / 2, seconds.end());
  return seconds[seconds.size() / 2];
}

template <class T, class Result>
void measure(const char* name, warpfold::op operation, std::int64_t size, const warpfold::options& choice) {
  constexpr int together = 20;
  std::vector<T> numbers(size);
  for (std::int64_t i = 0; i < size; ++i) numbers[i] = static_cast<T>((i * 7919 % 1000 - 500) * 0.37);
  T* array = nullptr;
  Result* out = nullptr;
  cudaStream_t stream{};
  require(cudaMalloc(&array, size * sizeof(T)));
  require(cudaMalloc(&out, 2 * sizeof(Result)));
  require(cudaMemcpy(array, numbers.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const warpfold::array_view view(warpfold::dtype_of<T>, array, {size}, {warpfold::device_type::cuda, 0});
  warpfold::options waiting = choice;
  waiting.stream = stream;
  const auto expected = warpfold::reduce(operation, view, waiting).values[0].template as<Result>();
  const auto check = [&] {
    Result found{};
    require(cudaMemcpyAsync(&found, out, sizeof found, cudaMemcpyDeviceToHost, stream));
    require(cudaStreamSynchronize(stream));
    require(cudaMemsetAsync(out, 0xff, sizeof found, stream));
    if (found == expected) return;
    std::fprintf(stderr, "%s: %.17g, expected %.17g\n", name, static_cast<double>(found),
                 static_cast<double>(expected));
    std::exit(1);
  };

  warpfold::device_reduction reduction(operation, warpfold::dtype_of<T>, choice);
  reduction.enqueue(stream, view, out);
  check();
  const auto enqueue = [&] {
    for (int i = 0; i < together; ++i) reduction.enqueue(stream, view, out);
  };
  cudaGraph_t graph{};
  cudaGraphExec_t executable{};
  require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  enqueue();
  require(cudaStreamEndCapture(stream, &graph));
  require(cudaGraphInstantiate(&executable, graph, 0));
  require(cudaGraphLaunch(executable, stream));
  check();

  const double call = median_seconds(stream, [&] { warpfold::reduce(operation, view, waiting); });
  const double in_stream = median_seconds(stream, enqueue) / together;
  const double in_graph = median_seconds(stream, [&] { require(cudaGraphLaunch(executable, stream)); }) / together;
  std::printf("%-20s %9lld elements  a call that waits %6.2f  in a stream %6.2f  in a graph %6.2f\n", name,
              static_cast<long long>(size), call * 1e6, in_stream * 1e6, in_graph * 1e6);
  require(cudaGraphExecDestroy(executable));
  require(cudaGraphDestroy(graph));
  require(cudaFree(array));
  require(cudaFree(out));
  require(cudaStreamDestroy(stream));
}

}  // namespace

int main() {
  const warpfold::options wrapping{.overflow = warpfold::overflow::wrap};
  for (const std::int64_t size : {1 << 10, 1 << 16, 1 << 20, 1 << 24}) {
    measure<std::int32_t, std::int64_t>("sum int32", warpfold::op::sum, size, wrapping);
    measure<float, float>("sum float32", warpfold::op::sum, size, {});
    measure<double, double>("mean float64", warpfold::op::mean, size, {});
    measure<float, float>("var float32", warpfold::op::var, size, {});
    measure<float, std::int64_t>("argmax float32", warpfold::op::argmax, size, {});
  }
}
