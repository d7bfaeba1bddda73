// What a program can do that links the CPU's rooms alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <vector>

#include "warpfold/warpfold.hpp"

namespace warpfold::test {
namespace {

using ::testing::StrEq;
using ::testing::ThrowsMessage;

const std::vector<float> values = {1, 2, 3};

auto refuses(const char* message) {
  return ThrowsMessage<error>(StrEq(message));
}
constexpr auto no_gpu =
    "engine gpu is not part of this program, which links warpfold::cpu; expected a program that links warpfold::gpu";
constexpr auto no_simt =
    "engine simt is not part of this program, which links warpfold::cpu; expected a program that links warpfold::gpu";

TEST(without_gpu, the_cpu_reduces) {
  EXPECT_EQ(sum(values), 6);
  EXPECT_EQ(max(values, {.threads = 1, .engine = engine::cpu}), 3);
  EXPECT_EQ(reduce(op::sum, values).values[0].as<float>(), 6);
  EXPECT_EQ(reduce(values, 0.0f, [](float a, float b) { return a + b; }), 6);
  EXPECT_EQ(kernel_target(), "");
  require_engine(engine::automatic);
  require_engine(engine::cpu);
}

TEST(without_gpu, other_engines_are_missing) {
  EXPECT_THAT([] { sum(values, {.engine = engine::gpu}); }, refuses(no_gpu));
  EXPECT_THAT([] { dot(values, values, {.engine = engine::simt}); }, refuses(no_simt));
  EXPECT_THAT([] { reduce(op::sum, values, {.engine = engine::gpu}); }, refuses(no_gpu));
  EXPECT_THAT([] { reduction(op::sum, dtype::float32, {.engine = engine::simt}); }, refuses(no_simt));
  EXPECT_THAT([] { require_engine(engine::gpu); }, refuses(no_gpu));
}

TEST(without_gpu, memory_of_a_gpu_is_out_of_reach) {
  const array_view resident(dtype::float32, values.data(), {3}, {device_type::cuda, 1});
  EXPECT_THAT([&] { reduce(op::sum, resident); },
              refuses("array is in the memory of a GPU, out of reach of this program, which links warpfold::cpu; "
                      "expected a program that links warpfold::gpu"));
}

}  // namespace
}  // namespace warpfold::test
