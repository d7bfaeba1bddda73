#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/simt/core/machines.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/simt/watch/counters.hpp"

namespace warpfold::simt::test {
namespace {

std::string refusal(machine& gpu, const char* kernel, const launch_shape& shape,
                    const std::vector<kernel_argument>& arguments) {
  try {
    gpu.launch(kernel, shape, std::span<const kernel_argument>(arguments));
  } catch (const error& refused) {
    return refused.what();
  }
  return "";
}

TEST(launch, checks_kernel_arguments_and_shape) {
  using ::testing::HasSubstr;
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  const std::uint64_t out = gpu.allocate(1024);
  EXPECT_THAT(refusal(gpu, "unknown", {}, {}), HasSubstr("not found"));
  EXPECT_THAT(refusal(gpu, "store_index", {}, {out}), HasSubstr("1 arguments, expected 2"));
  EXPECT_THAT(refusal(gpu, "store_index", {}, {out, std::uint64_t{1}}), HasSubstr("8 bytes, expected 4"));
  EXPECT_THAT(refusal(gpu, "store_index", {.block = {1025}}, {out, 1}), HasSubstr("1024"));
  EXPECT_THAT(refusal(gpu, "store_index", {.grid = {1, 65536}}, {out, 1}), HasSubstr("65535"));
  EXPECT_THAT(refusal(gpu, "store_index", {.dynamic_shared_bytes = 1u << 20}, {out, 1}), HasSubstr("shared memory"));
}

TEST(launch, finds_kernels_by_the_beginning_of_their_name) {
  machine gpu;
  gpu.load(simt_core_kernels::core_kernels);
  EXPECT_EQ(gpu.kernel("store_i").kernel->name, "store_index");
  EXPECT_THROW(gpu.kernel("co"), error);  // copy_through_shared, copy_without_wait
}

TEST(launch, of_an_unsupported_instruction_names_it) {
  machine gpu;
  gpu.load(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry good() { ret; }
.visible .entry bad() {
  wgmma.fence.sync.aligned;
  ret;
})");
  EXPECT_EQ(gpu.launch("good", {}).error, "");
  EXPECT_THAT(refusal(gpu, "bad", {}, {}),
              ::testing::AllOf(::testing::HasSubstr("wgmma.fence.sync.aligned"), ::testing::HasSubstr("line 6"),
                               ::testing::HasSubstr("bad")));
}

TEST(launch, fills_blocks_of_any_size) {
  for (const std::uint32_t threads : {1u, 31u, 32u, 33u, 100u, 1024u}) {
    machine gpu;
    gpu.load(simt_core_kernels::core_kernels);
    const int n = static_cast<int>(threads) * 3 - 1;
    const std::uint64_t out = gpu.allocate(static_cast<std::uint64_t>(n) * 4);
    EXPECT_EQ(gpu.launch("store_index", {.grid = {3}, .block = {threads}}, out, n).error, "");
    EXPECT_EQ(gpu.download<int>(out, static_cast<std::size_t>(n)), counted(n));
  }
}

TEST(launch, may_take_as_many_warp_instructions_as_the_limit) {
  for (machine_settings settings : all_schedules()) {
    SCOPED_TRACE(name_of(settings));
    const auto launched = [&](observer* one) {
      machine gpu(settings);
      gpu.load(simt_core_kernels::core_kernels);
      if (one != nullptr) gpu.attach(*one);
      return gpu.launch("store_index", {.grid = {7}, .block = {100}}, gpu.allocate(4000), 1000);
    };
    counting_observer counted;
    launched(&counted);
    const std::uint64_t all = counted.total().warp_instructions;
    EXPECT_EQ(launched(nullptr).warp_instructions, all);
    for (observer* one : {static_cast<observer*>(nullptr), static_cast<observer*>(&counted)}) {
      settings.limit = all;
      EXPECT_EQ(launched(one).error, "");
      settings.limit = all - 1;
      const launch_outcome stopped = launched(one);
      EXPECT_THAT(stopped.error, ::testing::HasSubstr(std::to_string(all - 1)));
      EXPECT_EQ(stopped.warp_instructions, all - 1);
    }
  }
}

}  // namespace
}  // namespace warpfold::simt::test
