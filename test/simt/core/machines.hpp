// The machine in all the ways in which a kernel without races must give the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simt_core_kernels.hpp"
#include "warpfold/simt/machine.hpp"

namespace warpfold::simt::test {

// Independent threads and lockstep, then independent threads under some seeds.
inline std::vector<machine_settings> all_schedules() {
  std::vector<machine_settings> all = {{}, {.threads = thread_model::lockstep}};
  for (const std::uint64_t seed : {1, 2, 3}) all.push_back({.seed = seed});
  return all;
}

inline std::string name_of(const machine_settings& settings) {
  if (settings.threads == thread_model::lockstep) return "lockstep";
  return settings.seed ? "independent, seed " + std::to_string(*settings.seed) : "independent";
}

// Calls check(machine) for each schedule, the kernels loaded.
template <class Check>
void for_all_schedules(Check check) {
  for (const machine_settings& settings : all_schedules()) {
    SCOPED_TRACE(name_of(settings));
    machine gpu(settings);
    gpu.load(simt_core_kernels::core_kernels);
    check(gpu);
  }
}

inline std::vector<int> counted(int n) {
  std::vector<int> values(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = i;
  return values;
}

// Launches one block and returns what it left in `out`, its first argument.
template <class T, class... Argument>
std::vector<T> results_of(machine& gpu, const char* kernel, std::uint32_t threads, const Argument&... arguments) {
  const std::uint64_t out = gpu.allocate(threads * sizeof(T));
  const launch_outcome outcome = gpu.launch(kernel, {.block = {threads}}, out, arguments...);
  EXPECT_EQ(outcome.error, "");
  return gpu.download<T>(out, threads);
}

}  // namespace warpfold::simt::test
