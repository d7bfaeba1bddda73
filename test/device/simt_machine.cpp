// What the SIMT machine checks beyond what a GPU does, and the presets that it describes.
#include "warpfold/device/simt_machine.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "test/device/double_all.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::devices {
namespace {

TEST(simt_machine, nothing_lies_past_an_allocation_or_where_one_was) {
  simt_machine machine;
  address gone = 0;
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    const buffer held(machine, kind, 100);
    EXPECT_EQ(machine.kind_at(held.address() + 100), std::nullopt);
    gone = held.address();
  }
  EXPECT_EQ(machine.kind_at(gone), std::nullopt);
}

TEST(simt_machine, the_host_may_not_touch_memory_of_the_device) {
  simt_machine machine;
  std::uint32_t read = 0;
  const buffer device(machine, memory_kind::device, sizeof read);
  EXPECT_THROW(machine.host_read(&read, device.address(), sizeof read), error);
}

TEST(simt_machine, wrong_arguments_are_an_error) {
  simt_machine machine;
  const auto stream = machine.make_stream();
  const auto loaded = machine.load(double_all);
  kernel& doubles = loaded->find("double_all");
  EXPECT_THROW(doubles.launch({}, arguments::of(std::uint64_t{0}), *stream), error);
  EXPECT_THROW(doubles.launch({}, arguments::of(std::uint64_t{0}, std::uint64_t{0}), *stream), error);
}

TEST(simt_machine, presets_as_gpus_describe_themselves) {
  const simt_machine h200({.gpu = "h200"});
  EXPECT_EQ(h200.about().compute_capability, 90);
  EXPECT_EQ(h200.about().max_cluster_blocks, 8);
  EXPECT_EQ(simt_machine({.gpu = "t4"}).about().max_cluster_blocks, 1);
  EXPECT_THROW(simt_machine({.gpu = "abacus"}), error);
  EXPECT_EQ(processors_per_sm(90), 128);
  EXPECT_EQ(processors_per_sm(12), 0);
  simt_machine machine({.gpu = "h200"});
  EXPECT_EQ(machine.load(double_all)->find("double_all").blocks_per_sm(1024, 0), 2);
}

}  // namespace
}  // namespace warpfold::devices
