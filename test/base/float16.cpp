#include "warpfold/base/float16.hpp"

#include "test/base/half_reference.hpp"

namespace warpfold::test {
namespace {

using reference = half_reference<5>;

TEST(float16, converts_every_pattern) {
  expect_every_pattern_converts<float16, reference>();
}

TEST(float16, rounds_every_midpoint_to_even) {
  expect_every_midpoint_rounds_to_even<float16, reference>();
}

TEST(float16, rounds_floats_to_nearest) {
  expect_floats_round_to_nearest<float16, reference>();
}

TEST(float16, compares_as_floats_do) {
  expect_order_of_floats<float16>();
}

TEST(float16, converts_at_compile_time) {
  static_assert(static_cast<float>(float16(1.0f)) == 1.0f);
  static_assert(float16(-2.0f) < float16(0.5f));
}

}  // namespace
}  // namespace warpfold::test
