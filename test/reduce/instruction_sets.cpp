// Every instruction set that the machine has, each in a process of its own, since the library chooses one for good.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "test/reduce/instruction_set.hpp"
#include "warpfold/warpfold.hpp"

namespace warpfold {
namespace {

template <class T>
bool fast_sum_of_opposite_infinities_is_nan() {
  std::vector<T> values(100, static_cast<T>(1.0f));
  values[20] = static_cast<T>(std::numeric_limits<float>::infinity());
  values[50] = static_cast<T>(-std::numeric_limits<float>::infinity());
  return std::isnan(static_cast<double>(sum(values, {.accuracy = accuracy::fast})));
}

TEST(instruction_sets, fast_sums_of_halves_know_infinities) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const std::int64_t set : instruction_sets()) {
    const auto right = [set] {
      use_instruction_sets(set);
      return fast_sum_of_opposite_infinities_is_nan<float16>() && fast_sum_of_opposite_infinities_is_nan<bfloat16>();
    };
    EXPECT_EXIT(std::exit(right() ? 0 : 1), testing::ExitedWithCode(0), "") << hwy::TargetName(set);
  }
}

}  // namespace
}  // namespace warpfold
