// The messages of the GPU's side: without a GPU, and where there is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "test/device/double_all.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::devices {
namespace {

using testing::HasSubstr;

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

TEST(gpu, says_which_call_failed_with_which_arguments) {
  if (gpu_count() == 0) GTEST_SKIP() << "no GPU";
  const auto gpu = open_gpu();
  const auto stream = gpu->make_stream();
  const std::string message = message_of([&] { gpu->allocate(memory_kind::device, std::size_t{1} << 50); });
  EXPECT_THAT(message, HasSubstr("cuMemAlloc_v2("));
  EXPECT_THAT(message, HasSubstr("1125899906842624"));
  EXPECT_THAT(message, HasSubstr("CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_THAT(message_of([&] { gpu->load("not PTX"); }), HasSubstr("cuModuleLoadDataEx"));
  EXPECT_THAT(message_of([] { open_gpu(10'000); }), HasSubstr("no GPU 10000"));
  const auto loaded = gpu->load(double_all);
  const auto launch = [&] {
    loaded->find("double_all")
        .launch({{1}, {2048}, {}, 0, false}, arguments::of(address{0}, std::uint32_t{0}), *stream);
  };
  EXPECT_THAT(message_of(launch), HasSubstr("block (2048, 1, 1)"));
}

}  // namespace
}  // namespace warpfold::devices
