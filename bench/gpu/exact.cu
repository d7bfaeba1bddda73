// The kernels of exact sums on a GPU, against reading the same bytes, against fast sums and against CUB's, plain and
// gpu_to_gpu; and their results against the host's accumulator. Medians; small arrays with the L2 cache flushed by
// reads. `ninja gpu_benchmarks` builds it, given a CCCL of 3.1 or later.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <cuda/execution>
#include <vector>

#include "bench/gpu/timer.cuh"
#include "warpfold/reduce/gpu/exact.cuh"
#include "warpfold/reduce/gpu/kernels.cuh"

namespace {

using namespace warpfold;
using bench::require;

enum class data { uniform, normal, wide, cancelling, full_range };
constexpr const char* names[] = {"uniform", "normal", "2^+-100", "cancelling", "full range"};

__device__ std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

template <class T>
__device__ T rounded(double value) {
  if constexpr (std::is_same_v<T, float16>) {
    return std::bit_cast<T>(__half_as_ushort(__double2half(value)));
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return std::bit_cast<T>(__bfloat16_as_ushort(__double2bfloat16(value)));
  } else {
    return static_cast<T>(value);
  }
}

template <class T>
__global__ void fill(T* values, std::size_t n, data kind) {
  constexpr int half_range = std::is_same_v<T, float16> ? 12 : 100;
  constexpr int full_range = sizeof(T) == 8 ? 1000 : std::is_same_v<T, float16> ? 14 : 120;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const bool mirrored = kind == data::cancelling && i >= n / 2;
    const std::uint64_t a = mixed(2 * (mirrored ? n - 1 - i : i)), b = mixed(2 * (mirrored ? n - 1 - i : i) + 1);
    const double unit = static_cast<double>(a >> 11) * 0x1p-53, angle = static_cast<double>(b >> 11) * 0x1p-53;
    double value = unit;
    if (kind == data::normal || kind == data::cancelling) value = sqrt(-2 * log(unit + 0x1p-54)) * cospi(2 * angle);
    if (kind == data::wide || kind == data::full_range) {
      const int range = kind == data::wide ? half_range : full_range;
      value = ldexp(1 + unit, static_cast<int>(b % (2 * range)) - range) * (b >> 40 & 1 ? 1 : -1);
    }
    values[i] = rounded<T>(mirrored ? -value : value);
  }
}

constexpr std::size_t large_bytes = std::size_t{1} << 32;
bool integers = false;  // sums of floats without doubles

// What all measurements share.
struct place {
  bench::timer timer;
  char* values = bench::device_memory(large_bytes);
  char* out = bench::device_memory(4096);
  char* scratch_memory = bench::device_memory(65536);

  workspace scratch() const {
    return {reinterpret_cast<std::uint64_t*>(scratch_memory), scratch_memory + workspace::counter_bytes};
  }
  // For kernels over all of a large array.
  template <class... Parameters, class... Arguments>
  void for_all(void (*kernel)(Parameters...), Arguments... arguments) const {
    kernel<<<8 * timer.sms(), 256, 0, timer.stream()>>>(arguments...);
  }
};
const place& here() {
  static const place the;
  return the;
}

template <class Op>
inline constexpr bool takes_two_arrays = requires(const Op& op, typename Op::state& state,
                                                  typename Op::element_type x) {
  op.absorb(state, x, x, 0);
};

// Starts the kernel as the engine does.
template <class Op>
void reduce(const void* a, const void* b, std::size_t n, std::size_t most_blocks = ~std::size_t{0}) {
  constexpr gpu::exact_shape shape = gpu::exact_shape_of<Op>;
  constexpr std::size_t warp_shared = std::size_t(shape.rows * gpu::exact_row_bytes);
  const auto kernel = gpu::exact_dense<Op>;
  static const cudaError_t allowed =
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shape.threads / 32 * warp_shared);
  require(allowed, "shared memory");
  const std::size_t elements = std::size_t(shape.batch_bytes) / sizeof(typename Op::element_type);
  const std::size_t batches = (n + elements - 1) / elements;
  const auto warps = static_cast<std::size_t>(
      gpu::exact_warps(shape.threads / 32, static_cast<std::int64_t>(batches), here().timer.sms()));
  const std::size_t blocks = std::clamp<std::size_t>(
      (batches + warps - 1) / warps, 1, std::min(most_blocks, std::size_t(here().timer.sms()) * shape.blocks_per_sm));
  const auto count = static_cast<std::int64_t>(n);
  const gpu::dense_arrays in = gpu::cut_into_packs({{a, b}}, sizeof(typename Op::element_type), count);
  kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(32 * warps), warps * warp_shared,
           here().timer.stream()>>>({false, integers}, in, count, 0, here().scratch(), here().out);
  require(cudaGetLastError(), "launch");
}

// The same by a fast operator, whose elements are Stored.
template <class Op, class Stored>
void reduce_fast(std::size_t n) {
  const auto count = static_cast<std::int64_t>(n);
  const gpu::grid_size grid = gpu::grid_for(Op::laws, sizeof(Stored), count, here().timer.sms());
  const gpu::dense_arrays in = gpu::cut_into_packs({{here().values, here().values}}, sizeof(Stored), count);
  gpu::reduce_dense<Op, Stored>
      <<<grid.blocks, grid.threads, 0, here().timer.stream()>>>(Op(), in, count, 0, here().scratch(), here().out);
  require(cudaGetLastError(), "launch");
}

template <class Op>
void row(const char* name, data kind, double read_us) {
  using T = typename Op::element_type;
  const std::size_t n = large_bytes / sizeof(T) / (takes_two_arrays<Op> ? 2 : 1);
  const T* const a = reinterpret_cast<const T*>(here().values);
  const double us = here().timer.warm([&] { reduce<Op>(a, a + (takes_two_arrays<Op> ? n : 0), n); }, 7);
  std::printf("  %-12s %-10s %8.1f us %7.0f GB/s  %.3f of read\n", name, names[static_cast<int>(kind)], us,
              large_bytes / us * 1e-3, read_us / us);
  std::fflush(stdout);
}

// Whether the sums of several sizes are the host's.
template <class T>
void verify(data kind) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, (std::size_t{1} << 23) + 3}) {
    const std::size_t offset = n % 5;
    std::vector<T> host(n);
    require(cudaMemcpy(static_cast<void*>(host.data()), reinterpret_cast<T*>(here().values) + offset, n * sizeof(T),
                       cudaMemcpyDeviceToHost),
            "copy");
    exact::accumulator expected;
    for (const T& value : host) expected.deposit(value);
    reduce<operators::sum<T>>(reinterpret_cast<T*>(here().values) + offset, nullptr, n);
    exact::accumulator found;
    require(cudaMemcpy(static_cast<void*>(&found), here().out, sizeof found, cudaMemcpyDeviceToHost), "copy");
    const T a = expected.template round<T>(), b = found.template round<T>();
    if (std::memcmp(&a, &b, sizeof(T)) != 0)
      std::printf("  WRONG: %zu elements, %s\n", n, names[static_cast<int>(kind)]);
  }
}

// Whether sums of more elements than 32 bits count are right: of (2^24 - 1) 2^k, k from all of `span` powers of two in
// turn, of which every third round is negative. Such an array's sum is known.
template <class T>
__global__ void fill_powers(T* values, std::size_t n, int span) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const double value = ldexp(16777215.0, static_cast<int>(i % span) - span / 2);
    values[i] = static_cast<T>(i / span % 3 == 0 ? -value : value);
  }
}
exact::accumulator sum_of_powers(std::size_t n, int span) {
  exact::accumulator sum;
  for (std::size_t k = 0; k < static_cast<std::size_t>(span); ++k) {
    const std::size_t rounds = n > k ? (n - k - 1) / span + 1 : 0, negative = (rounds + 2) / 3;
    sum.add_scaled((exact::int128(rounds) - 2 * exact::int128(negative)) * 16777215, static_cast<int>(k) - span / 2);
  }
  return sum;
}
bool is_sum(const exact::accumulator& expected) {
  exact::accumulator found;
  require(cudaMemcpy(static_cast<void*>(&found), here().out, sizeof found, cudaMemcpyDeviceToHost), "copy");
  return found.template round<double>() == expected.template round<double>() && found.counts().finite();
}
template <class T>
void verify_many(const char* name) {
  const std::size_t n = (std::size_t{1} << 31) + 1;
  T* many;
  require(cudaMalloc(&many, n * sizeof(T)), "malloc");
  for (const int span : {1, 20, 200}) {
    here().for_all(fill_powers<T>, many, n, span);
    reduce<operators::sum<T>>(many, nullptr, n);
    std::printf("%s, 2^31 + 1 elements of 2^%d: %s\n", name, span, is_sum(sum_of_powers(n, span)) ? "right" : "WRONG");
  }
  require(cudaFree(many), "free");
}

// Whether bins of floats are moved on in time: one block, whose every lane takes more than the 2^23 elements that a bin
// holds, all as large as can be in one bin. One tiny element in each warp's first batch makes it take bins.
__global__ void fill_one_bin(float* values, std::size_t n, std::size_t tiny) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] = i < tiny && i % 512 == 0 ? 0x1p-120f : 0x1.fffffep0f;
  }
}
void verify_full_bins() {
  const std::size_t warps = gpu::exact_shape_of<operators::sum<float>>.threads / 32;
  const std::size_t tiny = 512 * warps, n = 32 * warps * ((std::size_t{1} << 23) + (std::size_t{1} << 22));
  float* many;
  require(cudaMalloc(&many, n * sizeof(float)), "malloc");
  here().for_all(fill_one_bin, many, n, tiny);
  reduce<operators::sum<float>>(many, nullptr, n, 1);
  exact::accumulator expected;
  expected.add_scaled(exact::int128(n - warps) * 16777215, -23);
  expected.add_scaled(exact::int128(warps), -120);
  std::printf("float32, bins filled 2^23 times: %s\n", is_sum(expected) ? "right" : "WRONG");
  require(cudaFree(many), "free");
}

template <class T>
void cub_rows(double read_us) {
  if constexpr (sizeof(T) >= 4) {
    const std::size_t n = large_bytes / sizeof(T);
    const auto* const in = reinterpret_cast<const T*>(here().values);
    auto* const result = reinterpret_cast<T*>(here().out);
    std::size_t bytes = 0;
    require(cub::DeviceReduce::Sum(nullptr, bytes, in, result, static_cast<std::int64_t>(n), here().timer.stream()),
            "CUB");
    void* space;
    require(cudaMalloc(&space, bytes), "malloc");
    const auto plain = [&](std::size_t count) {
      require(cub::DeviceReduce::Sum(space, bytes, in, result, static_cast<std::int64_t>(count), here().timer.stream()),
              "CUB");
    };
    const auto same_on_every_gpu = cuda::std::execution::env{
        cuda::execution::require(cuda::execution::determinism::gpu_to_gpu), cuda::stream_ref{here().timer.stream()}};
    const auto reproducible = [&](std::size_t count) {
      require(cub::DeviceReduce::Sum(in, result, static_cast<std::int64_t>(count), same_on_every_gpu), "CUB");
    };
    const double plain_us = here().timer.warm([&] { plain(n); }, 7),
                 reproducible_us = here().timer.warm([&] { reproducible(n); }, 7);
    std::printf("  %-23s %8.1f us %7.0f GB/s  %.3f of read\n", "CUB plain", plain_us, large_bytes / plain_us * 1e-3,
                read_us / plain_us);
    std::printf("  %-23s %8.1f us %7.0f GB/s  %.3f of read\n", "CUB gpu_to_gpu", reproducible_us,
                large_bytes / reproducible_us * 1e-3, read_us / reproducible_us);
    std::printf("  %-23s", "cold us, 2^10 .. 2^24");
    for (int log = 10; log <= 24; log += 2) std::printf(" %6d", log);
    std::printf("\n  %-23s", "CUB plain");
    for (int log = 10; log <= 24; log += 2)
      std::printf(" %6.2f", here().timer.cold([&] { plain(std::size_t{1} << log); }, 21));
    std::printf("\n  %-23s", "CUB gpu_to_gpu");
    for (int log = 10; log <= 24; log += 2)
      std::printf(" %6.2f", here().timer.cold([&] { reproducible(std::size_t{1} << log); }, 21));
    std::printf("\n");
    require(cudaFree(space), "free");
  }
}

// Microseconds of 2^10, 2^12, … 2^24 elements, by an exact operator and by the fast one, and their ratio.
template <class Op, class Fast>
void cold_rows(const char* name) {
  using T = typename Op::element_type;
  std::vector<double> exact, fast;
  for (int log = 10; log <= 24; log += 2) {
    const std::size_t n = std::size_t{1} << log;
    exact.push_back(here().timer.cold([&] { reduce<Op>(here().values, here().values, n); }, 21));
    fast.push_back(here().timer.cold([&] { reduce_fast<Fast, T>(n); }, 21));
  }
  const auto print = [&](const char* which, auto figure) {
    std::printf("  %-11s %-11s", name, which);
    for (std::size_t i = 0; i < exact.size(); ++i) std::printf(" %6.2f", figure(i));
    std::printf("\n");
  };
  print("", [&](std::size_t i) { return exact[i]; });
  print("--fast", [&](std::size_t i) { return fast[i]; });
  print("ratio", [&](std::size_t i) { return exact[i] / fast[i]; });
}

template <class T>
void rows(const char* name) {
  using namespace operators;
  for (int i = 0; i < 20; ++i) {  // until the clocks are up
    here().for_all(fill<T>, reinterpret_cast<T*>(here().values), large_bytes / sizeof(T), data::uniform);
  }
  const double read_us = here().timer.warm([] { here().timer.read(here().values, large_bytes); }, 7);
  std::printf("%s, %.1f GiB; read %.1f us, %.0f GB/s\n", name, large_bytes * 0x1p-30, read_us,
              large_bytes / read_us * 1e-3);
  for (const data kind : {data::uniform, data::normal, data::wide, data::cancelling, data::full_range}) {
    here().for_all(fill<T>, reinterpret_cast<T*>(here().values), large_bytes / sizeof(T), kind);
    verify<T>(kind);
    row<sum<T>>("sum", kind, read_us);
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, bfloat16>) {
      integers = true;
      row<sum<T>>("by integers", kind, read_us);
      integers = false;
    }
    if (kind == data::normal || kind == data::cancelling) continue;
    row<dot<T>>("dot", kind, read_us);
    row<norm_two<T>>("norm", kind, read_us);
    row<var<T>>("mean, var", kind, read_us);
    if constexpr (sizeof(T) >= 4) {
      row<sum<std::complex<T>>>("complex sum", kind, read_us);
      row<dot<std::complex<T>>>("complex dot", kind, read_us);
      row<norm_two<std::complex<T>>>("complex norm", kind, read_us);
    }
  }
  here().for_all(fill<T>, reinterpret_cast<T*>(here().values), large_bytes / sizeof(T), data::normal);
  cub_rows<T>(read_us);
  using wide = std::conditional_t<sizeof(T) == 2, float, T>;  // of halves, a fast operator takes the values as floats
  cold_rows<sum<T>, fast_sum<wide>>("sum");
  cold_rows<dot<T>, fast_dot<wide>>("dot");
  cold_rows<norm_two<T>, fast_norm_two<wide>>("norm");
}

}  // namespace

int main() {
  cudaDeviceProp about;
  require(cudaGetDeviceProperties(&about, 0), "properties");
  std::printf("%s, CCCL %d\n", about.name, CCCL_VERSION);
  rows<float>("float32");
  rows<double>("float64");
  rows<float16>("float16");
  rows<bfloat16>("bfloat16");
  verify_many<float>("float32");
  verify_many<double>("float64");
  verify_full_bins();
}
