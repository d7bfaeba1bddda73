// What can be said of the GPU's side without one, and a tour of it where there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::devices {
namespace {

using testing::HasSubstr;

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

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const error& e) {
    return e.what();
  }
  return "no error";
}

TEST(gpu, without_one_is_a_clear_error) {
  if (gpu_count() > 0) GTEST_SKIP() << "there is a GPU";
  EXPECT_THAT(message_of([] { open_gpu(); }), testing::AnyOf(HasSubstr("no CUDA driver"), HasSubstr("cuInit")));
}

class a_gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (gpu_count() == 0) GTEST_SKIP() << "no GPU";
    gpu = open_gpu();
    stream = gpu->make_stream();
  }
  std::unique_ptr<machine> gpu;
  std::unique_ptr<devices::stream> stream;
};

TEST_F(a_gpu, runs_a_kernel_on_every_kind_of_memory) {
  const auto loaded = gpu->load(double_all);
  kernel& doubles = loaded->find("double_all");
  std::vector<std::uint32_t> values(100);
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    std::iota(values.begin(), values.end(), 0u);
    const buffer held(*gpu, kind, values.size() * 4);
    gpu->upload(held.address(), values.data(), held.bytes(), *stream);
    doubles.launch({{1}, {128}, {}, 0, false}, arguments::of(held.address(), std::uint32_t{100}), *stream);
    gpu->download(values.data(), held.address(), held.bytes(), *stream);
    stream->synchronize();
    for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(values[i], 2 * i) << name_of(kind);
  }
}

TEST_F(a_gpu, tells_what_lies_at_an_address) {
  for (const memory_kind kind : {memory_kind::device, memory_kind::pinned, memory_kind::managed}) {
    const buffer held(*gpu, kind, 100);
    EXPECT_EQ(gpu->kind_at(held.address()), kind);
    EXPECT_EQ(gpu->kind_at(held.address() + 99), kind);
  }
  const int here = 0;
  EXPECT_EQ(gpu->kind_at(reinterpret_cast<address>(&here)), std::nullopt);
  EXPECT_EQ(gpu->kind_at(0), std::nullopt);
}

TEST_F(a_gpu, serves_threads_that_enter_it) {
  std::vector<std::uint32_t> values(100, 1), read(100);
  std::thread([&] {
    const entered here(*gpu);
    const buffer held(*gpu, memory_kind::device, values.size() * 4);
    const auto own = gpu->make_stream();
    gpu->upload(held.address(), values.data(), held.bytes(), *own);
    gpu->download(read.data(), held.address(), held.bytes(), *gpu->adopt_stream(own->native()));
    own->synchronize();
  }).join();
  EXPECT_EQ(read, values);
}

TEST_F(a_gpu, says_which_call_failed_with_which_arguments) {
  const std::string message = message_of([&] { gpu->allocate(memory_kind::device, std::size_t{1} << 50); });
  EXPECT_THAT(message, HasSubstr("cuMemAlloc_v2("));
  EXPECT_THAT(message, HasSubstr("1125899906842624"));
  EXPECT_THAT(message, HasSubstr("CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_THAT(message_of([&] { gpu->load("not PTX"); }), HasSubstr("cuModuleLoadDataEx"));
  EXPECT_THAT(message_of([] { open_gpu(10'000); }), HasSubstr("no GPU 10000"));
}

TEST_F(a_gpu, refuses_a_block_that_it_cannot_hold) {
  const auto loaded = gpu->load(double_all);
  const auto launch = [&] {
    loaded->find("double_all")
        .launch({{1}, {2048}, {}, 0, false}, arguments::of(address{0}, std::uint32_t{0}), *stream);
  };
  EXPECT_THAT(message_of(launch), HasSubstr("block (2048, 1, 1)"));
}

}  // namespace
}  // namespace warpfold::devices
