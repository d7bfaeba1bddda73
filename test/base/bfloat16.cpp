#include "warpfold/base/bfloat16.hpp"

#include "test/base/half_reference.hpp"

namespace warpfold::test {
namespace {

using reference = half_reference<8>;

TEST(bfloat16, converts_every_pattern) {
  expect_every_pattern_converts<bfloat16, reference>();
}

TEST(bfloat16, rounds_every_midpoint_to_even) {
  expect_every_midpoint_rounds_to_even<bfloat16, reference>();
}

TEST(bfloat16, rounds_floats_to_nearest) {
  expect_floats_round_to_nearest<bfloat16, reference>();
}

TEST(bfloat16, compares_as_floats_do) {
  expect_order_of_floats<bfloat16>();
}

TEST(bfloat16, converts_at_compile_time) {
  static_assert(static_cast<float>(bfloat16(1.0f)) == 1.0f);
  static_assert(bfloat16(-2.0f) < bfloat16(0.5f));
}

}  // namespace
}  // namespace warpfold::test
