// Kernels that went wrong elsewhere: within a warp.
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

TEST(case_B5, each_warp_folds_a_row_of_its_own) {
  for (const int columns : {1, 31, 256}) {
    watched_machine gpu(simt_case_kernels::warp, {.seed = 5});
    const auto ones = gpu.upload(std::vector<int>(256 * 256, 1));
    const auto out = gpu.allocate(256 * sizeof(int));
    gpu.launch("dot_of_rows", {.grid = {64, 1, 1}, .block = {128, 1, 1}}, ones, ones, columns, out);
    EXPECT_EQ(gpu.download<int>(out, 256), std::vector<int>(256, columns));
    EXPECT_EQ(gpu.raised(), "") << gpu.told();
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
  const auto fives = gpu.upload(std::vector<int>(300, 5));
  for (const int n : {1, 31, 32, 33, 255, 256, 257, 300}) {
    gpu.launch("block_minimum", {.block = {256, 1, 1}}, fives, n, std::numeric_limits<int>::max(), out);
    EXPECT_EQ(gpu.download<int>(out, 1)[0], 5) << n << " fives";
  }
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

TEST(case_B10, floats_read_from_an_array_of_halves_are_out_of_bounds) {
  watched_machine gpu(simt_case_kernels::warp);
  lanes_of(gpu, "shared_of_halves");
  const auto found = gpu.findings("bounds");
  ASSERT_EQ(found.size(), 1u) << gpu.told();
  EXPECT_EQ(found[0].at.lanes, 0xffff0000u);
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

TEST(case_B14, blocks_smaller_than_a_warp_count_the_threads_that_there_are) {
  for (const std::uint32_t threads : {1u, 2u, 3u, 5u, 31u, 32u}) {
    watched_machine gpu(simt_case_kernels::warp);
    const auto ints = gpu.upload(std::vector<int>{4, 1, 0}), sum = gpu.allocate(sizeof(int));
    gpu.launch("group_sum_of_ints", {.block = {threads, 1, 1}}, ints, 3, sum);
    EXPECT_EQ(gpu.download<int>(sum, 1)[0], 5) << threads << " threads";
    const auto doubles = gpu.upload(std::vector<double>{1.1, 1.1}), total = gpu.allocate(sizeof(double));
    gpu.launch("group_sum_of_doubles", {.block = {threads, 1, 1}}, doubles, 2, total);
    EXPECT_EQ(gpu.download<double>(total, 1)[0], 2.2) << threads << " threads";
    EXPECT_EQ(gpu.raised(), "") << gpu.told();
  }
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

TEST(case_D13, a_shared_address_has_32_bits) {
  const std::string head =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry wraps(.param .u64 out) {\n.reg .b32 at, old, now;\n.reg .b64 to;\n"
      ".shared .align 4 .b32 slot;\nld.param.u64 to, [out];\nmov.b32 at, 0;\nst.shared.u32 [at], 0;\n"
      "mov.b32 at, 0xffffffff;\nmov.b32 old, 0;\n";
  const std::string tail = "\nmov.b32 at, 0;\nld.shared.u32 now, [at];\nst.global.v2.u32 [to], {old, now};\nret;\n}\n";
  for (const char* update : {"atom.shared.add.u32 old, [at+1], 7;", "red.shared.add.u32 [at+1], 7;",
                             "atom.shared.exch.b32 old, [at+1], 7;", "atom.shared.cas.b32 old, [at+1], 0, 7;",
                             "st.shared.u32 [at+1], 7;", "st.shared.u32 [at+1], 7; ld.shared.u32 now, [at+1];"}) {
    watched_machine watched(head + update + tail);
    machine unwatched;
    unwatched.load(head + update + tail);
    for (machine* const gpu : {static_cast<machine*>(&watched), &unwatched}) {
      const auto out = gpu->upload(std::vector<int>{-1, -1});
      EXPECT_EQ(gpu->launch("wraps", {}, out).error, "") << update;
      EXPECT_EQ(gpu->download<int>(out, 2), (std::vector<int>{0, 7})) << update;
    }
    EXPECT_EQ(watched.raised(), "") << watched.told();
  }
}

TEST(case_D13, an_atomic_returns_what_was_there) {
  watched_machine gpu(
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry count(.param .u64 values) {\n.reg .b64 at;\n.reg .b32 old;\nld.param.u64 at, [values];\n"
      "atom.global.add.u32 old, [at], 1;\nst.global.u32 [at+4], old;\nret;\n}\n");
  const auto values = gpu.upload(std::vector<int>{10, 0});
  gpu.launch("count", {}, values);
  EXPECT_EQ(gpu.download<int>(values, 2), (std::vector<int>{11, 10}));
  EXPECT_EQ(gpu.raised(), "") << gpu.told();
}

}  // namespace
}  // namespace warpfold::simt
