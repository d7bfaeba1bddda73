#include "warpfold/simt/core/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "test/simt/core/machines.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::simt::test {
namespace {

TEST(memory, keeps_allocations_apart_and_never_gives_an_address_twice) {
  memory all;
  const std::uint64_t first = all.allocate(100, memory_kind::device);
  all.release(first);
  const std::uint64_t second = all.allocate(100, memory_kind::device);
  EXPECT_GT(second, first + 100);
  EXPECT_TRUE(all.find(first)->freed);
  EXPECT_EQ(all.find(second + 100)->address, second);  // the gap belongs to what comes before it
  EXPECT_EQ(all.find(1), nullptr);
}

TEST(memory, refuses_what_is_not_allocated) {
  memory all;
  const std::uint64_t address = all.allocate(16, memory_kind::device);
  std::vector<std::byte> bytes(17);
  EXPECT_THROW(all.write(address, bytes), error);
  EXPECT_THROW(all.read(address + 8, std::span(bytes).first(9)), error);
  EXPECT_THROW(all.release(address + 1), error);
  all.release(address);
  EXPECT_THROW(all.release(address), error);
  EXPECT_THROW(all.allocate(~std::uint64_t{0}, memory_kind::device), error);
}

TEST(memory, is_refused_to_kernels_past_its_end_of_the_host_and_freed) {
  using ::testing::HasSubstr;
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const auto failure = [&](std::uint64_t out) { return gpu.launch("store_index", {.block = {64}}, out, 64).error; };
  EXPECT_THAT(failure(gpu.allocate(64 * 4 - 4)), HasSubstr("past the end"));
  EXPECT_THAT(failure(gpu.allocate(64 * 4) + 1), HasSubstr("misaligned"));
  EXPECT_THAT(failure(gpu.allocate(64 * 4, memory_kind::host)), HasSubstr("memory of the host"));
  EXPECT_THAT(failure(16), HasSubstr("not allocated"));
  const std::uint64_t gone = gpu.allocate(64 * 4);
  gpu.release(gone);
  EXPECT_THAT(failure(gone), HasSubstr("freed before"));
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    EXPECT_EQ(failure(gpu.allocate(64 * 4, kind)), "");
  }
}

TEST(memory, of_the_device_is_refused_to_the_host) {
  machine gpu;
  std::vector<std::byte> bytes(4);
  EXPECT_THROW(gpu.host_read(gpu.allocate(4), bytes), error);
  EXPECT_NO_THROW(gpu.host_read(gpu.allocate(4, memory_kind::pinned), bytes));
  EXPECT_NO_THROW(gpu.host_write(gpu.allocate(4, memory_kind::managed), bytes));
}

TEST(memory, holds_the_variables_of_a_module) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  EXPECT_EQ(results_of<int>(gpu, "use_variables", 4), (std::vector<int>{14, 21, 35, 49}));
}

TEST(memory, of_a_thread_is_its_own) {
  for_all_schedules([](machine& gpu) {
    const auto out = results_of<int>(gpu, "local_array", 64, 37);
    for (int t = 0; t < 64; ++t) {
      int expected = 0;
      for (int i = 0; i < 37; ++i) expected += (i * 7 & 15) * t;
      EXPECT_EQ(out[static_cast<std::size_t>(t)], expected);
    }
  });
}

// Lane n stores n at first + n * step in shared memory, and loads what is there.
constexpr std::string_view shared_words =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry shared_words(.param .u64 to, .param .u32 first, .param .u32 by) {\n"
    ".shared .align 16 .b8 room[256];\n.reg .b64 out;\n.reg .b32 at, step, lane, value;\n"
    "ld.param.u64 out, [to];\nld.param.u32 at, [first];\nld.param.u32 step, [by];\nmov.u32 lane, %tid.x;\n"
    "mad.lo.u32 at, lane, step, at;\nst.shared.u32 [at+8], lane;\nld.shared.u32 value, [at+8];\n"
    "mad.wide.u32 out, lane, 4, out;\nst.global.u32 [out], value;\nret;\n}\n";

TEST(memory, of_a_block_is_found_in_every_pattern) {
  machine gpu;
  gpu.load(shared_words);
  for (const std::uint32_t threads : {32u, 20u, 1u}) {
    for (const auto& [first, step] : std::vector<std::pair<int, int>>{{0, 4}, {64, 4}, {-8, 4}, {116, -4}, {-8, 8}}) {
      const auto found = results_of<int>(gpu, "shared_words", threads, first, step);
      EXPECT_EQ(found, counted(static_cast<int>(threads))) << first << ", " << step << " of " << threads;
    }
    const auto all_at_one = results_of<int>(gpu, "shared_words", threads, 40, 0);
    EXPECT_EQ(all_at_one, std::vector<int>(threads, static_cast<int>(threads) - 1));
  }
}

TEST(memory, of_a_block_has_an_end_and_an_alignment) {
  machine gpu;
  gpu.load(shared_words);
  const std::uint64_t out = gpu.allocate(32 * 4);
  for (const std::uint32_t threads : {32u, 20u, 1u}) {
    const auto failure = [&](int first, int step) {
      return gpu.launch("shared_words", {.block = {threads}}, out, first, step).error;
    };
    for (const int step : {4, -4, 0, 8}) {
      EXPECT_NE(failure(1 << 20, step), "");
      EXPECT_THAT(failure(130, step), ::testing::HasSubstr("misaligned"));
    }
    EXPECT_NE(failure(-12, 4), "");                    // the first lane is before the beginning
    EXPECT_NE(failure(-16, threads > 1 ? 4 : 0), "");  // and wraps around in 32 bits
    EXPECT_EQ(failure(128 - 8, 4), "");                // a row up to the end
  }
}

}  // namespace
}  // namespace warpfold::simt::test
