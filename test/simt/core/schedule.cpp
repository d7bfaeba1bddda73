// What depends on the order in which lanes, warps and blocks run, and what must not.
#include <gtest/gtest.h>

#include <set>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

int tail_sum(machine_settings settings) {
  machine gpu(settings);
  gpu.load(simt_core_kernels::core_kernels);
  const std::uint64_t in = gpu.upload(counted(64)), out = gpu.allocate(4);
  EXPECT_EQ(gpu.launch("warp_synchronous_tail", {.block = {64}}, in, out).error, "");
  return gpu.download<int>(out, 1)[0];
}

TEST(schedule, breaks_warp_synchronous_code_under_some_seed) {
  EXPECT_EQ(tail_sum({.threads = thread_model::lockstep}), 2016);
  std::set<int> sums;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int sum = tail_sum({.seed = seed});
    EXPECT_EQ(tail_sum({.seed = seed}), sum) << "the same seed gave two runs, " << seed;
    sums.insert(sum);
  }
  EXPECT_GT(sums.size(), 1u);
}

TEST(schedule, lets_threads_of_a_warp_wait_for_each_other) {
  for (const machine_settings& settings : all_schedules()) {
    if (settings.threads == thread_model::lockstep) continue;  // hangs there, as it did before Volta
    SCOPED_TRACE(name_of(settings));
    machine gpu(settings);
    gpu.load(simt_core_kernels::core_kernels);
    const std::uint64_t mutex = gpu.upload(std::vector<int>{0}), count = gpu.upload(std::vector<int>{0});
    EXPECT_EQ(gpu.launch("spin_lock", {.grid = {2}, .block = {64}}, mutex, count).error, "");
    EXPECT_EQ(gpu.download<int>(count, 1)[0], 128);
  }
}

TEST(schedule, does_not_change_sums_by_the_last_block) {
  for_all_schedules([](machine& gpu) {
    const std::uint64_t in = gpu.upload(std::vector<int>(5000, 1)), partial = gpu.allocate(40);
    const std::uint64_t finished = gpu.upload(std::vector<int>{0}), out = gpu.allocate(4);
    EXPECT_EQ(gpu.launch("last_block_adds", {.grid = {10}, .block = {256}}, in, partial, finished, out, 5000).error,
              "");
    EXPECT_EQ(gpu.download<int>(out, 1)[0], 5000);
  });
}

TEST(schedule, does_not_change_sums_in_tiles) {
  for_all_schedules([](machine& gpu) {
    const auto out = results_of<int>(gpu, "sum_of_tiles", 64);
    for (int t = 0; t < 64; ++t) EXPECT_EQ(out[static_cast<std::size_t>(t)], t % 8 == 0 ? 8 * t + 28 : -1);
  });
}

TEST(schedule, gives_the_same_on_one_thread_of_the_host_and_many) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    machine gpu({.host_threads = threads});
    gpu.load(simt_core_kernels::core_kernels);
    const int n = 100000;
    const std::uint64_t out = gpu.allocate(n * 4);
    const launch_outcome outcome = gpu.launch("store_index", {.grid = {391}, .block = {256}}, out, n);
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(gpu.download<int>(out, n), counted(n));
  }
}

}  // namespace
}  // namespace warpfold::simt::test
