#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

TEST(call, recurses_with_lanes_at_different_depths) {
  std::vector<int> fibonacci = {0, 1};
  for (std::size_t n = 2; n < 15; ++n) fibonacci.push_back(fibonacci[n - 1] + fibonacci[n - 2]);
  for_all_schedules([&](machine& gpu) {
    const auto out = results_of<int>(gpu, "recursion", 64);
    for (std::size_t t = 0; t < 64; ++t) EXPECT_EQ(out[t], fibonacci[t % 15]) << t;
  });
}

TEST(call, is_made_by_some_lanes_of_a_warp) {
  for_all_schedules([](machine& gpu) {
    const auto out = results_of<float>(gpu, "divergent_calls", 64);
    for (int t = 0; t < 64; ++t) {
      float expected = t % 3 == 0 ? -1.0f : 0.0f;
      if (t % 3 != 0) {
        for (int k = 0; k < t % 7; ++k) expected = expected * static_cast<float>(t) + static_cast<float>(k);
      }
      EXPECT_EQ(out[static_cast<std::size_t>(t)], expected) << t;
    }
  });
}

TEST(call, reaches_functions_by_address) {
  for_all_schedules([](machine& gpu) {
    const auto out = results_of<int>(gpu, "indirect_calls", 64);
    for (int t = 0; t < 64; ++t) {
      EXPECT_EQ(out[static_cast<std::size_t>(t)], t % 3 == 0 ? t + 1 : t % 3 == 1 ? 2 * t : -t);
    }
  });
}

TEST(call, prints) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  EXPECT_EQ(gpu.launch("print", {.grid = {2}, .block = {2}}, 5).printed,
            "block 0 thread 0: 5 0.000 text\nblock 0 thread 1: 5 1.500 text\n"
            "block 1 thread 0: 5 0.000 text\nblock 1 thread 1: 5 1.500 text\n");
}

TEST(call, fails_assertions) {
  for_all_schedules([](machine& gpu) {
    const launch_outcome outcome = gpu.launch("assert_below", {.block = {64}}, 40u);
    EXPECT_NE(outcome.error.find("assertion `threadIdx.x < n` failed"), std::string::npos) << outcome.error;
    EXPECT_EQ(gpu.launch("assert_below", {.block = {64}}, 64u).error, "");
  });
}

TEST(call, allocates_and_frees) {
  for_all_schedules([](machine& gpu) { EXPECT_EQ(results_of<int>(gpu, "heap", 64), counted(64)); });
}

}  // namespace
}  // namespace warpfold::simt::test
