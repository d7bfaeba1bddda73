// Thread instructions per second of the SIMT machine, on one thread of the host, unwatched and under all watches.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "simt_interpreter_kernels.hpp"
#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace {

using namespace warpfold;

constexpr std::uint32_t blocks = 8, threads = 256;

// Of this thread alone: what else the machine does must not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void measure(const std::string& kernel, simt::thread_model model, bool watched, int rounds) {
  simt::machine gpu({.threads = model, .host_threads = 1});
  gpu.load(simt_interpreter_kernels::interpreter);
  const std::uint64_t in = gpu.upload(std::vector<int>(threads, 1)), out = gpu.allocate(blocks * threads * 4);
  std::vector<std::unique_ptr<simt::watch>> watches;
  if (watched) {
    for (const auto& one : simt::all_watches()) {
      watches.push_back(simt::make_watch(one.name));
      gpu.attach(*watches.back());
    }
  }
  const simt::launch_shape shape{.grid = {blocks}, .block = {threads}};
  const auto launch = [&](int n) {
    return kernel == "shared_reduction" ? gpu.launch(kernel, shape, in, out, n) : gpu.launch(kernel, shape, out, n);
  };
  launch(1);  // decodes
  const double begin = cpu_seconds();
  const simt::launch_outcome outcome = launch(rounds);
  const double seconds = cpu_seconds() - begin;
  if (!outcome.error.empty()) std::fprintf(stderr, "%s\n", outcome.error.c_str());
  std::printf("%-17s %-12s %-10s %8.2f G thread instructions/s\n", kernel.c_str(),
              model == simt::thread_model::lockstep ? "lockstep" : "independent", watched ? "watched" : "unwatched",
              static_cast<double>(outcome.warp_instructions) * 32 / seconds / 1e9);
}

}  // namespace

int main() try {
  for (const char* kernel : {"fma_loop", "int_loop", "shared_reduction"}) {
    const int rounds = kernel[0] == 's' ? 1000 : 10000;
    for (const auto model : {simt::thread_model::lockstep, simt::thread_model::independent}) {
      measure(kernel, model, false, rounds);
    }
    measure(kernel, simt::thread_model::independent, true, rounds / 10);
  }
} catch (const std::exception& failed) {
  std::fprintf(stderr, "%s\n", failed.what());
  return 1;
}
