#include <gtest/gtest.h>

#include <algorithm>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

TEST(async_copy, is_done_when_waited_for) {
  for_all_schedules([](machine& gpu) {
    for (const char* kernel : {"copy_through_shared", "bulk_copy"}) {
      const std::vector<int> values = counted(256);
      std::vector<int> reversed = values;
      std::ranges::reverse(reversed);
      const std::uint64_t in = gpu.upload(values), out = gpu.allocate(1024);
      EXPECT_EQ(gpu.launch(kernel, {.block = {256}}, in, out).error, "");
      EXPECT_EQ(gpu.download<int>(out, 256), reversed) << kernel;
    }
  });
}

TEST(async_copy, is_not_done_before) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const std::uint64_t in = gpu.upload(counted(256)), out = gpu.allocate(1024);
  EXPECT_EQ(gpu.launch("copy_without_wait", {.block = {256}}, in, out).error, "");
  EXPECT_EQ(gpu.download<int>(out, 256), std::vector<int>(256, -1));
}

}  // namespace
}  // namespace warpfold::simt::test
