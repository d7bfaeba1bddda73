// Kinds B and D of docs/cases.md: within a block and across blocks.
#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <utility>

#include "simt_case_kernels.hpp"
#include "test/simt/cases/watched_machine.hpp"

namespace warpfold::simt {
namespace {

launch_shape shape(std::uint32_t grid, std::uint32_t block) {
  return {.grid = {grid, 1, 1}, .block = {block, 1, 1}};
}

TEST(case_B6, threads_that_leave_before_a_barrier_leave_their_slots_unwritten) {
  const std::vector<int> ones(1000, 1);
  watched_machine bad(simt_case_kernels::block);
  auto in = bad.upload(ones), out = bad.allocate(4 * sizeof(int));
  EXPECT_EQ(bad.launch("leave_before_barrier", shape(4, 256), in, 1000, out).error, "") << "it does not hang";
  EXPECT_EQ(bad.raised(), "uninitialized barrier") << bad.told();
  EXPECT_GT(bad.findings("uninitialized").at(0).at.line, 0);
  for (const finding& one : bad.findings("barrier")) EXPECT_EQ(one.at.warp, 7u) << "the warp of which some left";

  watched_machine good(simt_case_kernels::block);
  in = good.upload(ones), out = good.allocate(4 * sizeof(int));
  good.launch("stay_until_barrier", shape(4, 256), in, 1000, out);
  const auto sums = good.download<int>(out, 4);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0), 1000);
  EXPECT_EQ(good.raised(), "") << good.told();
}

TEST(case_B7, one_barrier_in_either_branch_is_two_places) {
  watched_machine gpu(simt_case_kernels::block);
  const auto out = gpu.allocate(64 * sizeof(int));
  gpu.launch("barrier_in_both_branches", shape(1, 64), out);
  const auto found = gpu.findings("barrier");
  ASSERT_EQ(found.size(), 1u) << gpu.told();
  ASSERT_TRUE(found[0].other);
  EXPECT_NE(found[0].at.line, found[0].other->line) << "both lines are named";
}

TEST(case_B8, a_shared_buffer_needs_a_barrier_before_it_is_used_again) {
  watched_machine bad(simt_case_kernels::block);
  auto out = bad.allocate(2 * sizeof(int));
  bad.launch("shared_buffer_reused", shape(1, 256), out);
  EXPECT_EQ(bad.raised(), "race") << bad.told();

  watched_machine good(simt_case_kernels::block);
  out = good.allocate(2 * sizeof(int));
  good.launch("shared_buffer_reused_after_barrier", shape(1, 256), out);
  EXPECT_EQ(good.download<int>(out, 2), (std::vector<int>{255, 32640}));
  EXPECT_EQ(good.raised(), "") << good.told();
}

TEST(case_B12, a_stride_of_a_whole_grid_can_exceed_32_bits) {
  machine gpu;
  gpu.load(simt_case_kernels::block);
  const auto narrow = gpu.allocate(4), wide = gpu.allocate(8);
  gpu.launch("grid_stride", shape(1u << 22, 1024), narrow, wide);
  EXPECT_EQ(gpu.download<std::uint32_t>(narrow, 1)[0], 0u);
  EXPECT_EQ(gpu.download<std::uint64_t>(wide, 1)[0], std::uint64_t{1} << 32);
}

TEST(case_B12, a_loop_whose_stride_wrapped_to_zero_is_stopped_by_the_limit) {
  machine gpu({.limit = 100000});
  gpu.load(simt_case_kernels::block);
  const auto in = gpu.upload(std::vector<int>(64, 1)), out = gpu.allocate(32 * sizeof(int));
  EXPECT_EQ(gpu.launch("endless_stride", shape(1, 32), in, 64u, 32u, out).error, "");
  EXPECT_EQ(gpu.download<int>(out, 32), std::vector<int>(32, 2));
  EXPECT_NE(gpu.launch("endless_stride", shape(1, 32), in, 64u, 0u, out).error.find("100000"), std::string::npos);
}

TEST(case_D8, an_overrun_before_a_barrier_is_told_and_the_machine_goes_on) {
  watched_machine gpu(simt_case_kernels::block);
  const auto in = gpu.upload(std::vector<int>(16, 5)), out = gpu.allocate(16 * sizeof(int));
  gpu.launch("copy_then_barrier", shape(1, 32), in, out);
  const auto found = gpu.findings("bounds");
  ASSERT_EQ(found.size(), 2u) << gpu.told();  // the load and the store
  for (const finding& one : found) EXPECT_EQ(one.at.lanes, 0xffff0000u);
  EXPECT_EQ(gpu.download<int>(out, 16), std::vector<int>(16, 5));
}

TEST(case_D9, a_loop_on_one_barrier_takes_two_rounds_and_ends) {
  watched_machine gpu(simt_case_kernels::block);
  const auto rounds = gpu.allocate(128 * sizeof(int));
  EXPECT_EQ(gpu.launch("loop_on_one_barrier", shape(1, 128), rounds).error, "");
  EXPECT_EQ(gpu.download<int>(rounds, 128), std::vector<int>(128, 2));
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

TEST(case_D11, a_block_barrier_orders_a_block_and_not_the_grid) {
  watched_machine bad(simt_case_kernels::block);
  const auto counter = bad.upload(std::vector<int>{0});
  bad.launch("counter_across_blocks", shape(8, 64), counter);
  EXPECT_EQ(bad.raised(), "race") << bad.told();

  watched_machine good(simt_case_kernels::block);
  const auto slots = good.allocate(4 * 128 * sizeof(int)), out = good.allocate(4 * 128 * sizeof(int));
  good.launch("handoff_within_block", shape(4, 128), slots, out);
  EXPECT_EQ(good.raised(), "") << good.told();
}

TEST(case_A25, the_last_block_needs_a_fence_on_either_side) {
  constexpr int blocks = 24, threads = 64;
  for (const auto& [kernel, raised] :
       {std::pair{"last_block_with_fences", ""}, std::pair{"last_block_without_release", "race"},
        std::pair{"last_block_without_acquire", "race"}}) {
    for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{3}}) {
      watched_machine gpu(simt_case_kernels::block, {.seed = seed});
      const auto in = gpu.upload(std::vector<int>(blocks * threads, 1));
      const auto partial = gpu.allocate(blocks * sizeof(int)), out = gpu.allocate(sizeof(int));
      const auto arrived = gpu.upload(std::vector<unsigned>{0});
      gpu.launch(kernel, shape(blocks, threads), in, partial, arrived, out);
      EXPECT_EQ(gpu.download<int>(out, 1)[0], blocks * threads);
      EXPECT_EQ(gpu.raised(), raised) << kernel << "\n" << gpu.told();
    }
  }
}

TEST(watches, atomics_of_all_blocks_on_one_place_do_not_race) {
  watched_machine gpu(simt_case_kernels::block, {.seed = 1});
  const auto in = gpu.upload(std::vector<int>(1024, 1)), out = gpu.upload(std::vector<int>{0});
  gpu.launch("lock_free_accumulator", shape(8, 128), in, out);
  EXPECT_EQ(gpu.download<int>(out, 1)[0], 1024);
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

}  // namespace
}  // namespace warpfold::simt
