// Arrays of the host, reduced on a GPU: what of the bus's speed is left when they are streamed, and what a call costs
// on an array that lies on the GPU already. Prints one line for each measurement; bench/gpu/host_arrays.py measures
// PyTorch on the same data.
//
//   bench_host_arrays [bytes]     of the array on the host, 2 GiB unless told
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/gpu/engine.hpp"

namespace {

using namespace warpfold;
using clock_type = std::chrono::steady_clock;

double median_seconds(int repetitions, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = clock_type::now();
    work();
    seconds.push_back(std::chrono::duration<double>(clock_type::now() - begin).count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
  return seconds[static_cast<std::size_t>(repetitions / 2)];
}

result reduced(gpu::engine& on, op operation, const array_view& array) {
  const auto partial = cpu::make_partial(operation, array.type(), {});
  const cpu::walk walk({&array, 1}, true);
  on.add(*partial, {operation, array.type(), {}}, {&walk, 0, walk.size(), 0, true});
  return partial->finish(walk.size());
}

void fill(std::int32_t* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) values[i] = static_cast<std::int32_t>(i * 2654435761);
}

void host_arrays(std::int64_t bytes) {
  const std::int64_t count = bytes / 4;
  const auto size = static_cast<std::size_t>(bytes);
  const auto machine = devices::open_gpu();
  const devices::buffer pinned(*machine, devices::memory_kind::pinned, size);
  const devices::buffer resident(*machine, devices::memory_kind::device, size);
  auto* const elements = reinterpret_cast<std::int32_t*>(pinned.address());
  fill(elements, count);
  const std::vector<std::int32_t> pageable(elements, elements + count);
  const auto stream = machine->make_stream();
  const double bus = static_cast<double>(bytes) / median_seconds(7, [&] {
                       machine->copy(resident.address(), pinned.address(), size, *stream);
                       stream->synchronize();
                     });
  std::printf("copy alone, pinned: %.2f GB/s\n", bus / 1e9);
  for (const std::int64_t chunk : {4, 8, 16, 32, 64, 128}) {
    gpu::engine on(devices::open_gpu(), chunk << 20);
    for (const bool in_pinned : {true, false}) {
      const array_view array(dtype::int32, in_pinned ? elements : pageable.data(), {count});
      reduced(on, op::sum, array);
      const double speed = static_cast<double>(bytes) / median_seconds(7, [&] { reduced(on, op::sum, array); });
      std::printf("sum of int32, %s, chunks of %ld MiB: %.2f GB/s, %.3f of the copy\n",
                  in_pinned ? "pinned" : "pageable", static_cast<long>(chunk), speed / 1e9, speed / bus);
    }
  }
  gpu::engine on(devices::open_gpu());
  for (std::int64_t n = 1 << 10; n <= count; n *= 4) {
    const array_view array(dtype::int32, reinterpret_cast<const void*>(resident.address()), {n},
                           {device_type::cuda, 0});
    for (int i = 0; i < 20; ++i) reduced(on, op::sum, array);
    const double seconds = median_seconds(100, [&] { reduced(on, op::sum, array); });
    std::printf("sum of %ld int32 on the GPU, result on the host: %.2f us, %.1f GB/s\n", static_cast<long>(n),
                1e6 * seconds, 4e-9 * static_cast<double>(n) / seconds);
  }
}

}  // namespace

int main(int count, char** arguments) {
  host_arrays(count > 1 ? std::atoll(arguments[1]) : std::int64_t{1} << 31);
}
