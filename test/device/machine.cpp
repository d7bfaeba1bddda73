// What both machines do alike, behind their one face: the SIMT machine anywhere, a GPU where there is one.
#include "warpfold/device/machine.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "test/device/double_all.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::devices {
namespace {

class every_machine : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "simt") {
      machine = std::make_unique<simt_machine>();
    } else if (gpu_count() > 0) {
      machine = open_gpu();
    } else {
      GTEST_SKIP() << "no GPU";
    }
    stream = machine->make_stream();
  }

  std::unique_ptr<devices::machine> machine;
  std::unique_ptr<devices::stream> stream;
};

INSTANTIATE_TEST_SUITE_P(, every_machine, testing::Values("simt", "gpu"),
                         [](const auto& named) { return named.param; });

constexpr memory_kind all_kinds[] = {memory_kind::device, memory_kind::pinned, memory_kind::managed};

TEST_P(every_machine, runs_a_kernel_on_every_kind_of_memory) {
  const auto loaded = machine->load(double_all);
  kernel& doubles = loaded->find("double_all");
  EXPECT_EQ(doubles.name(), "double_all");
  EXPECT_GT(doubles.resources().registers, 0);
  EXPECT_GE(doubles.blocks_per_sm(1024, 0), 1);
  std::vector<std::uint32_t> values(100);
  for (const memory_kind kind : all_kinds) {
    std::iota(values.begin(), values.end(), 0u);
    const buffer held(*machine, kind, values.size() * 4), other(*machine, kind, values.size() * 4);
    machine->upload(held.address(), values.data(), held.bytes(), *stream);
    doubles.launch({{1}, {128}, {}, 0, false}, arguments::of(held.address(), std::uint32_t{100}), *stream);
    machine->copy(other.address(), held.address(), held.bytes(), *stream);
    machine->download(values.data(), other.address(), other.bytes(), *stream);
    stream->synchronize();
    for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(values[i], 2 * i) << name_of(kind);
  }
}

TEST_P(every_machine, tells_what_lies_at_an_address) {
  for (const memory_kind kind : all_kinds) {
    const buffer held(*machine, kind, 100);
    EXPECT_EQ(machine->kind_at(held.address()), kind);
    EXPECT_EQ(machine->kind_at(held.address() + 99), kind);
  }
  const int here = 0;
  EXPECT_EQ(machine->kind_at(reinterpret_cast<address>(&here)), std::nullopt);
  EXPECT_EQ(machine->kind_at(0), std::nullopt);
  EXPECT_EQ(machine->kind_at(~address{0}), std::nullopt);
}

TEST_P(every_machine, lets_the_host_touch_what_it_may) {
  std::uint32_t value = 7, read = 0;
  for (const memory_kind kind : {memory_kind::pinned, memory_kind::managed}) {
    const buffer held(*machine, kind, sizeof value);
    machine->host_write(held.address(), &value, sizeof value);
    machine->host_read(&read, held.address(), sizeof read);
    EXPECT_EQ(read, 7u);
  }
}

TEST_P(every_machine, serves_threads_that_enter_it) {
  const std::vector<std::uint32_t> values(100, 1);
  std::vector<std::uint32_t> read(100);
  std::thread([&] {
    const entered here(*machine);
    const buffer held(*machine, memory_kind::device, values.size() * 4);
    const auto own = machine->make_stream();
    machine->upload(held.address(), values.data(), held.bytes(), *own);
    machine->download(read.data(), held.address(), held.bytes(), *machine->adopt_stream(own->native()));
    own->synchronize();
  }).join();
  EXPECT_EQ(read, values);
}

TEST_P(every_machine, refuses_a_kernel_that_is_not_there) {
  EXPECT_THROW(machine->load(double_all)->find("triple_all"), error);
  EXPECT_THROW(machine->load("not PTX"), error);
}

TEST_P(every_machine, refuses_a_block_that_it_cannot_hold) {
  const auto loaded = machine->load(double_all);
  EXPECT_THROW(loaded->find("double_all")
                   .launch({{1}, {2048}, {}, 0, false}, arguments::of(address{0}, std::uint32_t{0}), *stream),
               error);
}

}  // namespace
}  // namespace warpfold::devices
