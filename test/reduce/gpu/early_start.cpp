// Kernels that may be started before earlier ones have ended wait for these before they touch memory.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "warpfold/reduce/engine.hpp"
#include "warpfold/reduce/gpu/finish_choice.hpp"
#include "warpfold/reduce/gpu/kernel_choice.hpp"

namespace warpfold::test {
namespace {

gpu::kernel_choice sum_on(int compute_capability) {
  gpu::kernel_choice kernel = gpu::choose_kernel(op::sum, dtype::float32, {.accuracy = accuracy::fast});
  devices::properties machine;
  machine.compute_capability = compute_capability;
  gpu::fit(kernel, machine);
  return kernel;
}

std::vector<std::string_view> entries_of(std::string_view image) {
  std::vector<std::string_view> entries;
  for (std::size_t at = image.find(".visible .entry"); at != image.npos;) {
    const std::size_t next = image.find(".visible .entry", at + 1);
    entries.push_back(image.substr(at, next - at));
    at = next;
  }
  return entries;
}

class early_start : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kernel_target().empty()) GTEST_SKIP() << "built without kernels";
  }
};

TEST_F(early_start, waits_before_memory) {
  const gpu::kernel_choice kernel = sum_on(90);
  EXPECT_TRUE(kernel.starts_early);
  EXPECT_NE(kernel.image.find(".target sm_90"), kernel.image.npos);
  const std::vector<std::string_view> entries = entries_of(kernel.image);
  EXPECT_EQ(entries.size(), 2u);  // dense and strided
  for (const std::string_view entry : entries) {
    const std::size_t wait = entry.find("griddepcontrol.wait;");
    ASSERT_NE(wait, entry.npos);
    EXPECT_LT(wait, entry.find("ld.global"));
    EXPECT_LT(wait, entry.find("griddepcontrol.launch_dependents;"));
  }
}

TEST_F(early_start, of_the_last_step_waits_before_memory) {
  gpu::finish_choice finish = gpu::choose_finish(op::sum, dtype::float32, {});
  devices::properties machine;
  machine.compute_capability = 90;
  gpu::fit(finish, machine);
  EXPECT_TRUE(gpu::shape_of(finish).starts_early);
  const std::vector<std::string_view> entries = entries_of(finish.image);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_LT(entries[0].find("griddepcontrol.wait;"), entries[0].find("ld.global"));
}

TEST_F(early_start, not_before_compute_capability_90) {
  const gpu::kernel_choice kernel = sum_on(80);
  EXPECT_FALSE(kernel.starts_early);
  EXPECT_EQ(kernel.image.find("griddepcontrol"), kernel.image.npos);
  EXPECT_EQ(kernel.image.find(".target sm_90"), kernel.image.npos);
}

}  // namespace
}  // namespace warpfold::test
