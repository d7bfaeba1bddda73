#include "warpfold/simt/core/page_table.hpp"

#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"

namespace warpfold::simt::test {
namespace {

constexpr std::uint64_t page = page_table::page_bytes;

TEST(page_table, moves_pages_to_whoever_touches_them) {
  page_table pages(0, 4 * page);
  EXPECT_EQ(pages.touch_from_host(0, 4 * page, true), 4);
  EXPECT_EQ(pages.touch_from_device(0, page + 1, false), 2);
  EXPECT_EQ(pages.touch_from_device(0, page + 1, true), 0);
  EXPECT_EQ(pages.touch_from_host(page, 1, false), 1);
  EXPECT_EQ(pages.counts().to_device, 2u);
  EXPECT_EQ(pages.counts().to_host, 1u);
}

TEST(page_table, does_not_fault_after_a_prefetch) {
  page_table pages(0, 4 * page);
  pages.touch_from_host(0, 4 * page, true);
  pages.prefetch(0, 4 * page, page_location::device);
  EXPECT_EQ(pages.touch_from_device(0, 4 * page, true), 0);
  EXPECT_EQ(pages.counts().prefetched_to_device, 4u);
}

TEST(page_table, copies_read_mostly_pages_until_they_are_written) {
  page_table pages(0, page);
  pages.touch_from_host(0, 1, true);
  pages.advise(0, page, memory_advice::read_mostly);
  EXPECT_EQ(pages.touch_from_device(0, 1, false), 1);
  EXPECT_EQ(pages.touch_from_host(0, 1, false), 0);
  EXPECT_EQ(pages.touch_from_device(0, 1, false), 0);
  EXPECT_EQ(pages.touch_from_host(0, 1, true), 0);
  EXPECT_EQ(pages.touch_from_device(0, 1, false), 1);
}

TEST(page_table, leaves_pages_where_advice_wants_them) {
  page_table pages(0, page);
  pages.touch_from_host(0, 1, true);
  pages.advise(0, page, memory_advice::prefer_host);
  EXPECT_EQ(pages.touch_from_device(0, 1, true), 0);
  EXPECT_EQ(pages.location(0), page_location::host);
}

TEST(page_table, counts_the_faults_of_a_kernel) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const int n = 3 * static_cast<int>(page) / 4;
  const std::uint64_t out = gpu.allocate(3 * page, memory_kind::managed);
  const auto grid = static_cast<std::uint32_t>(n / 256);
  EXPECT_EQ(gpu.launch("store_index", {.grid = {grid}, .block = {256}}, out, n).error, "");
  EXPECT_EQ(gpu.global().find(out)->pages->counts().device_faults, 3u);
  std::vector<std::byte> first(4);
  gpu.host_read(out, first);
  EXPECT_EQ(gpu.global().find(out)->pages->counts().to_host, 1u);
}

}  // namespace
}  // namespace warpfold::simt::test
