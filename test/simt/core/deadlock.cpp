#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

TEST(deadlock, says_where_everyone_stands) {
  for_all_schedules([](machine& gpu) {
    const launch_outcome outcome = gpu.launch("half_at_barrier", {.block = {64}}, gpu.allocate(256));
    EXPECT_NE(outcome.error.find("deadlock"), std::string::npos);
    ASSERT_EQ(outcome.deadlock.size(), 1u);
    EXPECT_EQ(outcome.deadlock[0].lanes, all_lanes);
    EXPECT_EQ(outcome.deadlock[0].warp, 0u);
    EXPECT_EQ(outcome.deadlock[0].waits_for, "barrier 1");
  });
}

TEST(deadlock, is_told_alike_on_one_thread_of_the_host_and_many) {
  for (const unsigned threads : {1u, 4u}) {
    machine gpu({.host_threads = threads});
    gpu.load(simt_core_kernels::core_kernels);
    const launch_outcome outcome = gpu.launch("half_at_barrier", {.grid = {200}, .block = {64}}, gpu.allocate(256));
    ASSERT_EQ(outcome.deadlock.size(), 1u) << threads;
    EXPECT_EQ(outcome.deadlock[0].block, 0u);
  }
}

TEST(deadlock, of_a_spinning_kernel_is_ended_by_the_limit) {
  for (machine_settings settings : all_schedules()) {
    settings.limit = 100000;
    machine gpu(settings);
    gpu.load(simt_core_kernels::core_kernels);
    const launch_outcome stopped = gpu.launch("spin_for_ever", {.block = {64}}, gpu.allocate(4));
    EXPECT_NE(stopped.error.find("stopped after 100000"), std::string::npos);
    EXPECT_EQ(stopped.warp_instructions, 100000u);
  }
}

}  // namespace
}  // namespace warpfold::simt::test
