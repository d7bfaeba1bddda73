#include "warpfold/simt/core/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace warpfold::simt::test
