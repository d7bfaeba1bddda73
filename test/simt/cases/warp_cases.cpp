// Kinds B and D of docs/cases.md: within a warp.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "simt_case_kernels.hpp"
#include "test/simt/cases/watched_machine.hpp"

namespace warpfold::simt {
namespace {

std::vector<int> iota(int count, int first = 0) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

// Runs a kernel of one warp-sized block whose only argument is an array of 32 results.
std::vector<int> lanes_of(watched_machine& gpu, std::string_view kernel) {
  const auto out = gpu.allocate(32 * sizeof(int));
  const launch_outcome outcome = gpu.launch(kernel, {.block = {32, 1, 1}}, out);
  EXPECT_EQ(outcome.error, "");
  return gpu.download<int>(out, 32);
}

TEST(case_B5, a_volatile_tail_races_since_lanes_run_on_their_own) {
  for (const thread_model threads : {thread_model::independent, thread_model::lockstep}) {
    watched_machine gpu(simt_case_kernels::warp, {.threads = threads});
    const auto in = gpu.upload(iota(64));
    const auto out = gpu.allocate(sizeof(int));
    gpu.launch("volatile_tail_as_written", {.block = {64, 1, 1}}, in, out);
    EXPECT_EQ(gpu.raised(), threads == thread_model::independent ? "race" : "") << gpu.told();
    // Before Volta it was right.
    if (threads == thread_model::lockstep) {
      EXPECT_EQ(gpu.download<int>(out, 1)[0], 2016);
    }
  }
}

TEST(case_B5, some_schedule_makes_the_volatile_tail_wrong) {
  bool wrong = false;
  for (std::uint64_t seed = 0; seed < 64 && !wrong; ++seed) {
    machine gpu({.seed = seed});
    gpu.load(simt_case_kernels::warp);
    const auto in = gpu.upload(iota(64));
    const auto out = gpu.allocate(sizeof(int));
    gpu.launch("volatile_tail_as_written", {.block = {64, 1, 1}}, in, out);
    wrong = gpu.download<int>(out, 1)[0] != 2016;
  }
  EXPECT_TRUE(wrong);
}

TEST(case_B5, a_syncwarp_between_the_steps_makes_the_tail_right_under_any_schedule) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    watched_machine gpu(simt_case_kernels::warp, {.seed = seed});
    const auto in = gpu.upload(iota(256 * 64));
    const auto out = gpu.allocate(256 * sizeof(int));
    gpu.launch("volatile_tail_repaired", {.grid = {256, 1, 1}, .block = {64, 1, 1}}, in, out);
    const auto sums = gpu.download<int>(out, 256);
    for (int block = 0; block < 256; ++block) {
      ASSERT_EQ(sums[static_cast<std::size_t>(block)], 64 * 64 * block + 2016) << "seed " << seed;
    }
    ASSERT_EQ(gpu.raised(), "") << gpu.told();
  }
}

TEST(case_B9, lanes_without_a_value_must_contribute_the_identity) {
  watched_machine gpu(simt_case_kernels::warp);
  std::vector<int> negatives(11);
  std::iota(negatives.rbegin(), negatives.rend(), -11);
  const auto in = gpu.upload(negatives);
  const auto out = gpu.allocate(sizeof(int));
  gpu.launch("block_maximum", {.block = {256, 1, 1}}, in, 11, std::numeric_limits<int>::min(), out);
  EXPECT_EQ(gpu.download<int>(out, 1)[0], -1);
  gpu.launch("block_maximum", {.block = {256, 1, 1}}, in, 11, 0, out);
  EXPECT_EQ(gpu.download<int>(out, 1)[0], 0) << "a zero in place of the identity wins over negatives";
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

TEST(case_B10, lanes_beyond_a_shared_array_are_out_of_bounds) {
  watched_machine gpu(simt_case_kernels::warp);
  lanes_of(gpu, "shared_sized_by_warps");
  const auto found = gpu.findings("bounds");
  ASSERT_EQ(found.size(), 1u) << gpu.told();
  EXPECT_EQ(found[0].at.lanes, 0xffffff00u) << "24 lanes";
  EXPECT_EQ(found[0].at.instruction.substr(0, 9), "ld.shared");
  EXPECT_GT(found[0].at.line, 0);
}

TEST(case_B13, width_cuts_the_warp_into_parts) {
  watched_machine gpu(simt_case_kernels::warp);
  const auto added = gpu.allocate(32 * sizeof(int)), gathered = gpu.allocate(32 * sizeof(int));
  gpu.launch("shuffle_in_eighths", {.block = {32, 1, 1}}, added, gathered);
  std::vector<int> expected;
  for (const int value : {1, 2, 5, 6, 9, 10, 13, 14}) expected.insert(expected.end(), 4, value);
  EXPECT_EQ(gpu.download<int>(added, 32), expected);
  const auto first = gpu.download<int>(gathered, 8);
  EXPECT_EQ(first, (std::vector<int>{4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

TEST(case_B13, a_mask_must_name_those_who_shuffle) {
  for (const lane_mask mask : {0u, 0xfffffffeu, 0x0000ffffu}) {
    watched_machine gpu(simt_case_kernels::warp);
    const auto out = gpu.allocate(32 * sizeof(int));
    gpu.launch("shuffle_with_mask", {.block = {32, 1, 1}}, mask, out);
    EXPECT_EQ(gpu.raised(), "shuffle") << "mask " << mask << "\n" << gpu.told();
  }
  // And all who are named must be there.
  watched_machine gpu(simt_case_kernels::warp);
  const auto out = gpu.allocate(32 * sizeof(int));
  gpu.launch("shuffle_with_mask", {.block = {16, 1, 1}}, ~0u, out);
  EXPECT_FALSE(gpu.findings("shuffle").empty()) << gpu.told();
}

TEST(case_B14, a_tile_counts_threads_of_all_dimensions) {
  watched_machine gpu(simt_case_kernels::warp);
  const auto out = gpu.allocate(16 * sizeof(int));
  gpu.launch("tile_sum_in_two_dimensions", {.block = {8, 32, 1}}, out);
  EXPECT_EQ(gpu.download<int>(out, 16), std::vector<int>(16, 16));
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

TEST(case_D5, a_shuffle_reads_the_lane_that_it_names) {
  watched_machine gpu(simt_case_kernels::warp);
  const auto broadcast = gpu.allocate(32 * sizeof(int)), difference = gpu.allocate(32 * sizeof(int));
  gpu.launch("broadcast_and_difference", {.block = {32, 1, 1}}, broadcast, difference);
  EXPECT_EQ(gpu.download<int>(broadcast, 32), std::vector<int>(32, 1234));
  std::vector<int> expected(32, 0);
  std::fill_n(expected.begin(), 16, 16);
  EXPECT_EQ(gpu.download<int>(difference, 32), expected);
}

TEST(case_D10, lanes_that_read_what_one_lane_writes_race_without_a_syncwarp) {
  watched_machine bad(simt_case_kernels::warp);
  lanes_of(bad, "read_after_write_unsynchronized");
  EXPECT_NE(bad.raised().find("race"), std::string::npos) << bad.told();
  ASSERT_FALSE(bad.findings("race").empty());
  EXPECT_TRUE(bad.findings("race")[0].other) << "a race has two sides";

  watched_machine good(simt_case_kernels::warp);
  EXPECT_EQ(lanes_of(good, "read_after_write_synchronized"), std::vector<int>(32, 7));
  EXPECT_EQ(good.raised(), "") << good.told();
}

TEST(case_D12, a_vote_does_not_order_memory) {
  watched_machine bad(simt_case_kernels::warp);
  lanes_of(bad, "vote_as_barrier");
  EXPECT_EQ(bad.raised(), "race") << bad.told();

  watched_machine good(simt_case_kernels::warp);
  lanes_of(good, "vote_and_barrier");
  EXPECT_EQ(good.raised(), "") << good.told();
}

}  // namespace
}  // namespace warpfold::simt
