// The kernels of the gpu engine against CUB, on a GPU: one call with the L2 cache flushed by reads, the same inside a
// graph, and GB/s of large arrays; medians. `ninja gpu_benchmarks` builds it.
//
//   bench_reduce_gpu [FILE]     FILE: the figures as lines of JSON too, which peers.py adds to and draw.py draws
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cub/cub.cuh>
#include <functional>
#include <type_traits>

#include "bench/gpu/timer.cuh"
#include "warpfold/reduce/gpu/kernels.cuh"
#include "warpfold/reduce/operators.hpp"

namespace {

using namespace warpfold;
using bench::require;

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

// What all measurements share: a timer, 4 GiB of elements, room for results and for what CUB needs.
struct place {
  static constexpr std::size_t bytes = std::size_t{1} << 32, cub_bytes = std::size_t{32} << 20;

  bench::timer timer;
  char* values = bench::device_memory(bytes);
  char* out = bench::device_memory(4096);
  char* cub_space = bench::device_memory(cub_bytes);
  char* scratch_memory = bench::device_memory(std::size_t{1} << 20);
  std::FILE* records = nullptr;

  workspace scratch() const {
    return {reinterpret_cast<std::uint64_t*>(scratch_memory), scratch_memory + workspace::counter_bytes};
  }
};

// The type of CUB's that has the bits of ours.
template <class T>
struct cub_type : std::type_identity<T> {};
template <>
struct cub_type<float16> : std::type_identity<__half> {};
template <>
struct cub_type<bfloat16> : std::type_identity<__nv_bfloat16> {};

enum class peer { none, sum, min, max, argmin, argmax };

template <class T>
std::function<void()> call_of(peer which, const place& all, std::size_t n) {
  using element = typename cub_type<T>::type;
  const auto* const in = reinterpret_cast<const element*>(all.values);
  auto* const result = reinterpret_cast<element*>(all.out + 1024);
  auto* const index = reinterpret_cast<std::int64_t*>(all.out + 1088);
  const auto count = static_cast<std::int64_t>(n);
  const cudaStream_t stream = all.timer.stream();
  void* const space = all.cub_space;
  const auto call = [](auto reduce) -> std::function<void()> {
    return [=] {
      std::size_t bytes = place::cub_bytes;
      require(reduce(bytes), "CUB");
    };
  };
  using cub::DeviceReduce;
  using std::size_t;
  switch (which) {
    case peer::sum:
      return call([=](size_t& bytes) { return DeviceReduce::Sum(space, bytes, in, result, count, stream); });
    case peer::min:
      return call([=](size_t& bytes) { return DeviceReduce::Min(space, bytes, in, result, count, stream); });
    case peer::max:
      return call([=](size_t& bytes) { return DeviceReduce::Max(space, bytes, in, result, count, stream); });
    case peer::argmin:
      return call([=](size_t& bytes) { return DeviceReduce::ArgMin(space, bytes, in, result, index, count, stream); });
    case peer::argmax:
      return call([=](size_t& bytes) { return DeviceReduce::ArgMax(space, bytes, in, result, index, count, stream); });
    case peer::none:
      break;
  }
  return {};
}

// Microseconds of one call; of small arrays, inside a graph, too.
struct figures {
  double cold = 0;
  double in_graph = 0;
};

figures measured(const place& all, const std::function<void()>& work, bool small, const char* name) {
  figures found;
  found.cold = all.timer.cold(work, small ? 21 : 7);
  require(cudaGetLastError(), name);
  if (small) found.in_graph = all.timer.in_graph(work);
  return found;
}

void record(const place& all, const char* who, const char* name, std::size_t n, std::size_t bytes,
            const figures& found) {
  if (all.records == nullptr) return;
  std::fprintf(all.records, R"({"who": "%s", "what": "%s", "n": %zu, "bytes": %zu, "cold_us": %.3f, "graph_us": %.3f})",
               who, name, n, bytes, found.cold, found.in_graph);
  std::fputc('\n', all.records);
}

// As the engine does on compute capability 9.0: the kernel may be started before the one in front of it has ended, for
// which it waits.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), const gpu::grid_size& grid, cudaStream_t stream, Parameters... parameters) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t shape{};
  shape.gridDim = grid.blocks;
  shape.blockDim = grid.threads;
  shape.stream = stream;
  shape.attrs = &early;
  shape.numAttrs = 1;
  require(cudaLaunchKernelEx(&shape, kernel, parameters...), "launch");
}

// The sizes that are measured: 2^8, 2^(8 + step), … 2^24, or none of these; and 1 and 4 GiB.
constexpr int most_small = 24, no_small = most_small + 1;

// One operator on one type.
template <class T, class Op>
void rows(const place& all, const char* name, Op op, peer against, int step) {
  constexpr std::size_t element_bytes = sizeof(T) * (takes_two<Op> ? 2 : 1);
  const std::size_t most = place::bytes / element_bytes;
  auto* const values = reinterpret_cast<T*>(all.values);
  fill<<<2048, 256, 0, all.timer.stream()>>>(values, place::bytes / sizeof(T));
  double log_of_ratios = 0, log_of_graph_ratios = 0;
  int ratios = 0;
  for (int exponent = step == no_small ? no_small : 8; exponent <= 32; exponent += exponent < most_small ? step : 1) {
    const std::size_t n = std::size_t{1} << exponent, bytes = n * element_bytes;
    const bool small = exponent <= most_small;
    if (n > most || (!small && bytes != place::bytes && bytes != place::bytes / 4)) continue;
    const auto count = static_cast<std::int64_t>(n);
    const gpu::dense_arrays in = gpu::cut_into_packs({{values, values + (takes_two<Op> ? most : 0)}}, sizeof(T), count);
    const gpu::grid_size grid = gpu::grid_for(Op::laws, sizeof(T), count, all.timer.sms());
    const figures ours = measured(
        all,
        [&] {
          launch<Op, gpu::dense_arrays, std::int64_t, std::int64_t, workspace, void*>(
              &gpu::reduce_dense<Op, T>, grid, all.timer.stream(), op, in, count, 0, all.scratch(), all.out);
        },
        small, name);
    record(all, "warpfold", name, n, bytes, ours);
    std::printf("%-22s 2^%-2d %9.2f us %7.1f GB/s", name, exponent, ours.cold, bytes / ours.cold * 1e-3);
    if (small) std::printf(" graph %6.2f", ours.in_graph);
    if (against != peer::none) {
      const figures theirs = measured(all, call_of<T>(against, all, n), small, "CUB");
      record(all, "CUB", name, n, bytes, theirs);
      std::printf(" | CUB %9.2f us", theirs.cold);
      if (small) {
        std::printf(" graph %6.2f  x%.2f x%.2f", theirs.in_graph, theirs.cold / ours.cold,
                    theirs.in_graph / ours.in_graph);
        log_of_ratios += std::log(theirs.cold / ours.cold);
        log_of_graph_ratios += std::log(theirs.in_graph / ours.in_graph);
        ++ratios;
      } else {
        std::printf("  x%.3f", theirs.cold / ours.cold);
      }
    }
    std::printf("\n");
  }
  if (ratios > 0) {
    std::printf("%-22s geometric mean to 2^24: x%.2f, in a graph x%.2f\n", name, std::exp(log_of_ratios / ratios),
                std::exp(log_of_graph_ratios / ratios));
  }
}

// A plain read of the same bytes.
void read_rows(const place& all) {
  for (const std::size_t bytes : {place::bytes / 4, place::bytes}) {
    const figures found = measured(
        all, [&] { all.timer.read(all.values, bytes); }, false, "read");
    record(all, "a plain read", "bytes", bytes, bytes, found);
    std::printf("a plain read of %zu GiB: %.1f GB/s\n", bytes >> 30, bytes / found.cold * 1e-3);
  }
}

}  // namespace

int main(int count, char** arguments) {
  place all;
  if (count > 1) {
    all.records = std::fopen(arguments[1], "w");
    if (all.records == nullptr) {
      std::perror(arguments[1]);
      return 1;
    }
  }
  read_rows(all);
  constexpr auto keep = nan_mode::propagate;
  rows<std::int32_t>(all, "sum int32", operators::sum<std::int32_t>(overflow::error), peer::sum, 1);
  rows<float>(all, "sum float32 fast", operators::fast_sum<float>(), peer::sum, 1);
  rows<double>(all, "sum float64 fast", operators::fast_sum<double>(), peer::sum, 2);
  rows<float16>(all, "sum float16 fast", operators::fast_sum<float>(), peer::sum, 2);
  rows<bfloat16>(all, "sum bfloat16 fast", operators::fast_sum<float>(), peer::sum, no_small);
  rows<std::int64_t>(all, "sum int64", operators::sum<std::int64_t>(overflow::error), peer::sum, 4);
  rows<std::int8_t>(all, "sum int8", operators::sum<std::int8_t>(overflow::error), peer::sum, 4);
  rows<std::uint8_t>(all, "sum uint8", operators::sum<std::uint8_t>(overflow::error), peer::sum, no_small);
  rows<std::int16_t>(all, "sum int16", operators::sum<std::int16_t>(overflow::error), peer::sum, no_small);
  rows<float>(all, "max float32", operators::max<float>(keep), peer::max, 2);
  rows<float16>(all, "max float16", operators::max<float16>(keep), peer::none, no_small);
  rows<std::int8_t>(all, "min int8", operators::min<std::int8_t>(keep), peer::min, no_small);
  rows<double>(all, "min float64", operators::min<double>(keep), peer::min, no_small);
  rows<float>(all, "minmax float32", operators::minmax<float>(keep), peer::none, 4);
  rows<std::int8_t>(all, "minmax int8", operators::minmax<std::int8_t>(keep), peer::none, no_small);
  rows<float>(all, "argmin float32", operators::argmin<float>(keep), peer::argmin, 2);
  rows<std::int32_t>(all, "argmax int32", operators::argmax<std::int32_t>(keep), peer::none, no_small);
  rows<double>(all, "argmax float64", operators::argmax<double>(keep), peer::argmax, 4);
  rows<std::int8_t>(all, "argmax int8", operators::argmax<std::int8_t>(keep), peer::argmax, 4);
  rows<float>(all, "var float32 fast", operators::fast_var<float>(0), peer::none, 4);
  rows<float>(all, "norm float32 fast", operators::fast_norm_two<float>(), peer::none, 4);
  rows<double>(all, "norm float64 fast", operators::fast_norm_two<double>(), peer::none, no_small);
  rows<float>(all, "dot float32 fast", operators::fast_dot<float>(), peer::none, 4);
  rows<std::int32_t>(all, "var int32", operators::var<std::int32_t>(0), peer::none, no_small);
  rows<std::int8_t>(all, "var int8", operators::var<std::int8_t>(0), peer::none, no_small);
  rows<std::int8_t>(all, "dot int8", operators::dot<std::int8_t>(overflow::error), peer::none, no_small);
  rows<std::int32_t>(all, "prod int32", operators::prod<std::int32_t>(overflow::error), peer::none, 4);
  rows<float>(all, "logsumexp float32", operators::logsumexp<float, double>(keep), peer::none, 4);
  rows<std::uint8_t>(all, "any uint8", operators::any<std::uint8_t>(), peer::none, no_small);
  rows<std::uint8_t>(all, "count_nonzero uint8", operators::count_nonzero<std::uint8_t>(), peer::none, no_small);
  rows<float>(all, "count_nonzero float32", operators::count_nonzero<float>(), peer::none, no_small);
  if (all.records != nullptr) std::fclose(all.records);
}
