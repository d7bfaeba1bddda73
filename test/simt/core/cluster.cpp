#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::simt::test {
namespace {

TEST(cluster, reaches_the_shared_memory_of_its_blocks) {
  for_all_schedules([](machine& gpu) {
    const std::uint64_t out = gpu.allocate(8 * 64 * 4);
    EXPECT_EQ(gpu.launch("neighbour_in_cluster", {.grid = {8}, .block = {64}}, out).error, "");
    const auto values = gpu.download<int>(out, 512);
    for (std::size_t t = 0; t < values.size(); ++t) EXPECT_EQ(values[t], 100 + static_cast<int>(t / 64 % 4 + 1) % 4);
  });
}

TEST(cluster, must_divide_the_grid_and_exist) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const std::uint64_t out = gpu.allocate(4096);
  EXPECT_THROW(gpu.launch("neighbour_in_cluster", {.grid = {6}, .block = {64}}, out), error);
  machine old({.gpu = "a100"});
  old.load(simt_core_kernels::core_kernels);
  EXPECT_THROW(old.launch("neighbour_in_cluster", {.grid = {8}, .block = {64}}, old.allocate(4096)), error);
}

TEST(cluster, stays_on_one_gpc) {
  const gpu& device = *find_gpu("h200");
  for (std::uint64_t cluster = 0; cluster < 200; ++cluster) {
    const std::uint32_t sms_per_gpc = device.sms / device.gpcs;
    const std::uint32_t gpc = sm_of(device, cluster, 0, 8) / sms_per_gpc;
    for (std::uint32_t rank = 0; rank < 8; ++rank) EXPECT_EQ(sm_of(device, cluster, rank, 8) / sms_per_gpc, gpc);
  }
}

TEST(cluster, synchronizes_a_cooperative_grid) {
  for_all_schedules([](machine& gpu) {
    const int n = 48 * 64;
    const std::uint64_t data = gpu.allocate(n * 4), out = gpu.allocate(n * 4);
    EXPECT_EQ(gpu.launch("reverse_over_grid", {.grid = {48}, .block = {64}, .cooperative = true}, data, out).error, "");
    const auto values = gpu.download<int>(out, n);
    for (int i = 0; i < n; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], n - 1 - i);
  });
}

TEST(cluster, refuses_a_cooperative_grid_that_does_not_fit) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const std::uint64_t data = gpu.allocate(64);
  EXPECT_THROW(gpu.launch("reverse_over_grid", {.grid = {5000}, .block = {1024}, .cooperative = true}, data, data),
               error);
}

}  // namespace
}  // namespace warpfold::simt::test
