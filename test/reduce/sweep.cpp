// Every operator of ops.def over every dtype, sizes around every boundary, every arrangement in memory, as the contract
// says.
#include "test/reduce/everywhere.hpp"

namespace warpfold::test {
namespace {

class sweep_of_operator : public testing::TestWithParam<int> {
 protected:
  op operation() const { return static_cast<op>(GetParam()); }
};

constexpr int operators = 0
#define WARPFOLD_OP(name, inputs, summary) +1
#include "warpfold/reduce/ops.def"
    ;

std::string name_of_case(const testing::TestParamInfo<int>& info) {
  return std::string(name_of(static_cast<op>(info.param)));
}

TEST_P(sweep_of_operator, by_default) {
  sweep_all(operation());
}

TEST_P(sweep_of_operator, skipping_nan) {
  sweep_all(operation(), {.nan = nan_mode::skip});
}

TEST_P(sweep_of_operator, wrapping) {
  sweep_all(operation(), {.overflow = overflow::wrap});
}

TEST_P(sweep_of_operator, fast) {
  if (operation() == op::dot) GTEST_SKIP() << "see op/dot.cpp: the bound depends on both arrays";
  sweep_all(operation(), {.accuracy = accuracy::fast});
}

INSTANTIATE_TEST_SUITE_P(every, sweep_of_operator, testing::Range(0, operators), name_of_case);

TEST(sweep_of_norm, of_order_one) {
  sweep_all(op::norm, {.order = norm_order::one});
  sweep_all(op::norm, {.accuracy = accuracy::fast, .order = norm_order::one});
}

TEST(sweep_of_norm, of_order_infinity) {
  sweep_all(op::norm, {.order = norm_order::infinity});
}

TEST(sweep_of_var, with_ddof) {
  for (const std::int64_t ddof : {1, 2, 33, -1}) {
    sweep_all(op::var, {.ddof = ddof});
    sweep_all(op::std, {.ddof = ddof});
  }
}

}  // namespace
}  // namespace warpfold::test
