// Kernels that went wrong elsewhere: within a block and across blocks.
#include <gtest/gtest.h>

#include <algorithm>
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

// The grid is as large as one may be; its first block tells the stride, and the limit ends the launch soon after.
TEST(case_B12, a_stride_of_a_whole_grid_can_exceed_32_bits) {
  for (const auto& [blocks, threads] : {std::pair{1u << 22, 1024u}, std::pair{33554432u, 128u}}) {
    machine gpu({.limit = 10000, .host_threads = 1});
    gpu.load(simt_case_kernels::block);
    const auto narrow = gpu.upload(std::vector<std::uint32_t>{7}), wide = gpu.allocate(8);
    gpu.launch("grid_stride", shape(blocks, threads), narrow, wide);
    EXPECT_EQ(gpu.download<std::uint32_t>(narrow, 1)[0], 0u);
    EXPECT_EQ(gpu.download<std::uint64_t>(wide, 1)[0], std::uint64_t{1} << 32);
  }
}

TEST(case_B12, a_loop_whose_stride_wrapped_to_zero_is_stopped_by_the_limit) {
  machine gpu({.limit = 100000});
  gpu.load(simt_case_kernels::block);
  const auto in = gpu.upload(std::vector<int>(64, 1)), out = gpu.allocate(32 * sizeof(int));
  EXPECT_EQ(gpu.launch("endless_stride", shape(1, 32), in, 64u, 32u, out).error, "");
  EXPECT_EQ(gpu.download<int>(out, 32), std::vector<int>(32, 2));
  EXPECT_NE(gpu.launch("endless_stride", shape(1, 32), in, 64u, 0u, out).error.find("100000"), std::string::npos);
}

// The last rounds of n = 2147000000 at a stride of 884736; memory begins at the index `first`.
TEST(case_B12, an_int_index_overflows_to_negative_places_and_64_bits_do_not) {
  constexpr int n = 2147000000, stride = 884736, first = n - 2 * stride + 500000, elements = n - first;
  for (const bool narrow : {true, false}) {
    watched_machine gpu(simt_case_kernels::block, {.limit = 10000});
    const auto in = gpu.upload(std::vector<int>(elements, 1)), out = gpu.upload(std::vector<std::int64_t>(32));
    const std::uint64_t origin = in - std::uint64_t{4} * first;
    const std::string kernel = narrow ? "stride_of_int" : "stride_of_64_bits";
    gpu.launch(kernel, shape(1, 32), origin, first, n, stride, out);
    EXPECT_EQ(gpu.raised(), narrow ? "bounds" : "") << gpu.told();
    if (!narrow) {
      EXPECT_EQ(gpu.download<std::int64_t>(out, 32), std::vector<std::int64_t>(32, 2));
    }
  }
}

TEST(case_D7, an_aligned_barrier_is_one_instruction_for_a_warp_and_others_may_be_two) {
  struct attempt {
    const char* kernel;
    unsigned first;  // threads in one branch; the others are in the other
    bool flagged;
  };
  // Different warps may come to a barrier with a number of threads from different places.
  for (const attempt& each : {attempt{"arrive_aligned", 16, true}, attempt{"arrive_aligned", 48, true},
                              attempt{"arrive_aligned", 32, false}, attempt{"arrive_unaligned", 16, false},
                              attempt{"arrive_unaligned", 32, false}, attempt{"arrive_unaligned", 48, false}}) {
    watched_machine gpu(simt_case_kernels::block);
    const auto out = gpu.allocate(64 * sizeof(int));
    EXPECT_EQ(gpu.launch(each.kernel, shape(1, 64), each.first, out).error, "") << "arrivals are counted";
    std::vector<int> branches(64, 2);
    std::fill_n(branches.begin(), each.first, 1);
    EXPECT_EQ(gpu.download<int>(out, 64), branches);
    EXPECT_EQ(gpu.raised(), each.flagged ? "barrier" : "") << each.kernel << each.first << gpu.told();
    if (!each.flagged) continue;
    const finding found = gpu.findings("barrier").at(0);
    ASSERT_TRUE(found.other);
    EXPECT_NE(found.at.line, found.other->line) << "both lines are named";
  }
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

TEST(case_D9, a_barrier_that_one_thread_reaches_elsewhere_is_told) {
  watched_machine gpu(simt_case_kernels::block);
  const auto rounds = gpu.allocate(128 * sizeof(int));
  gpu.launch("loop_on_two_barriers", shape(1, 128), rounds);
  EXPECT_FALSE(gpu.findings("barrier").empty()) << gpu.told();
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

TEST(race_watch, strong_accesses_do_not_hide_weak_ones) {
  for (const int first : {0, 1, 2}) {  // weak_access
    for (const std::uint64_t seed : {0, 1, 2}) {
      machine_settings settings;
      if (seed > 0) settings.seed = seed;
      watched_machine bad(simt_case_kernels::block, settings);
      auto out = bad.allocate(64 * sizeof(int));
      bad.launch("weak_then_strong", shape(1, 64), first, false, out);
      EXPECT_EQ(bad.raised(), "race") << first << ", seed " << seed << "\n" << bad.told();

      watched_machine good(simt_case_kernels::block, settings);
      out = good.allocate(64 * sizeof(int));
      good.launch("weak_then_strong", shape(1, 64), first, true, out);
      EXPECT_EQ(good.raised(), "") << first << ", seed " << seed << "\n" << good.told();
    }
  }
}

TEST(race_watch, wide_scopes_do_not_hide_narrow_ones) {
  for (const bool narrow : {true, false}) {
    watched_machine gpu(simt_case_kernels::block);
    const auto place = gpu.upload(std::vector<int>{0});
    gpu.launch("narrow_then_wide", shape(2, 1), narrow, place);
    EXPECT_EQ(gpu.raised(), narrow ? "race" : "") << gpu.told();
  }
}

}  // namespace
}  // namespace warpfold::simt
