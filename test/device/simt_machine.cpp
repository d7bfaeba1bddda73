// The SIMT machine behind the face of a GPU.
#include "warpfold/device/simt_machine.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "warpfold/base/error.hpp"

namespace warpfold::devices {
namespace {

constexpr std::string_view double_all = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry double_all(.param .u64 values, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [values];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra done;
  cvta.to.global.u64 %rd2, %rd1;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4];
  shl.b32 %r4, %r3, 1;
  st.global.u32 [%rd4], %r4;
done:
  ret;
}
)";

TEST(simt_machine, runs_a_kernel_on_every_kind_of_memory) {
  simt_machine machine;
  const auto stream = machine.make_stream();
  const auto loaded = machine.load(double_all);
  kernel& doubles = loaded->find("double_all");
  EXPECT_EQ(doubles.name(), "double_all");
  EXPECT_GT(doubles.resources().registers, 0);
  EXPECT_EQ(doubles.blocks_per_sm(1024, 0), 2);
  std::vector<std::uint32_t> values(100);
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    std::iota(values.begin(), values.end(), 0u);
    const buffer held(machine, kind, values.size() * 4), other(machine, kind, values.size() * 4);
    machine.upload(held.address(), values.data(), held.bytes(), *stream);
    doubles.launch({{1}, {128}, {}, 0, false}, arguments::of(held.address(), std::uint32_t{100}), *stream);
    machine.copy(other.address(), held.address(), held.bytes(), *stream);
    machine.download(values.data(), other.address(), other.bytes(), *stream);
    for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(values[i], 2 * i) << name_of(kind);
  }
}

TEST(simt_machine, host_reads_what_it_may) {
  simt_machine machine;
  std::uint32_t value = 7, read = 0;
  for (const memory_kind kind : {memory_kind::pinned, memory_kind::managed}) {
    const buffer held(machine, kind, sizeof value);
    machine.host_write(held.address(), &value, sizeof value);
    machine.host_read(&read, held.address(), sizeof read);
    EXPECT_EQ(read, 7u);
  }
  const buffer device(machine, memory_kind::device, sizeof value);
  EXPECT_THROW(machine.host_read(&read, device.address(), sizeof read), error);
}

TEST(simt_machine, tells_what_lies_at_an_address) {
  simt_machine machine;
  address gone = 0;
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    const buffer held(machine, kind, 100);
    EXPECT_EQ(machine.kind_at(held.address()), kind);
    EXPECT_EQ(machine.kind_at(held.address() + 99), kind);
    EXPECT_EQ(machine.kind_at(held.address() + 100), std::nullopt);
    gone = held.address();
  }
  EXPECT_EQ(machine.kind_at(gone), std::nullopt);
  EXPECT_EQ(machine.kind_at(0), std::nullopt);
  EXPECT_EQ(machine.kind_at(~address{0}), std::nullopt);
}

TEST(simt_machine, wrong_arguments_are_an_error) {
  simt_machine machine;
  const auto stream = machine.make_stream();
  const auto loaded = machine.load(double_all);
  kernel& doubles = loaded->find("double_all");
  EXPECT_THROW(doubles.launch({}, arguments::of(std::uint64_t{0}), *stream), error);
  EXPECT_THROW(doubles.launch({}, arguments::of(std::uint64_t{0}, std::uint64_t{0}), *stream), error);
  EXPECT_THROW(loaded->find("triple_all"), error);
}

TEST(simt_machine, presets_as_gpus_describe_themselves) {
  EXPECT_EQ(simt_machine({.gpu = "h200"}).about().compute_capability, 90);
  EXPECT_EQ(simt_machine({.gpu = "h200"}).about().max_cluster_blocks, 8);
  EXPECT_EQ(simt_machine({.gpu = "t4"}).about().max_cluster_blocks, 1);
  EXPECT_THROW(simt_machine({.gpu = "abacus"}), error);
  EXPECT_EQ(processors_per_sm(90), 128);
  EXPECT_EQ(processors_per_sm(12), 0);
}

}  // namespace
}  // namespace warpfold::devices
