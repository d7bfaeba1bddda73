// The engines that run kernels, behind the library's own calls: every arrangement of host memory, whole and in pieces,
// gives what the contract says. On the SIMT machine, and on a GPU where there is one.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "test/reduce/everywhere.hpp"
#include "test/reduce/run.hpp"
#include "test/reduce/values.hpp"
#include "warpfold/reduce/calls.hpp"
#include "warpfold/reduce/engine.hpp"

namespace warpfold::test {
namespace {

class engines : public testing::TestWithParam<engine> {
 protected:
  void SetUp() override {
    try {
      require_engine(GetParam());
    } catch (const error& why) {
      GTEST_SKIP() << why.what();
    }
  }
};

// Whether there are kernels for it.
bool reduces(op operation, dtype type, const options& choice) {
  try {
    const reduction would_do(operation, type, choice);
    return true;
  } catch (const error&) {
    return false;
  }
}

template <element T>
void check_arrangements(op operation, const options& choice) {
  if (!reduces(operation, dtype_of<T>, choice)) return;
  for (const std::size_t size : {0, 1, 96, 4112}) {
    SCOPED_TRACE(testing::Message() << size << " elements of " << name_of(dtype_of<T>));
    const bool two = inputs_of(operation) == 2;
    check_everywhere<T>(operation, values<T>(kind::small, size, 1),
                        two ? values<T>(kind::small, size, 2) : std::vector<T>(), choice);
  }
}

TEST_P(engines, give_what_the_contract_says) {
  const options exact{.engine = GetParam()};
  const options fast{.accuracy = accuracy::fast, .engine = GetParam()};
#define WARPFOLD_OP(name, inputs, summary)                  \
  check_arrangements<std::int16_t>(op::name, exact);        \
  check_arrangements<double>(op::name, exact);              \
  check_arrangements<std::complex<float>>(op::name, exact); \
  if (op::name != op::dot) check_arrangements<float>(op::name, fast);
#include "warpfold/reduce/ops.def"
}

TEST_P(engines, serve_the_calls) {
  const std::vector<int> ints = {3, 1, -4, 1, 5};
  const options choice{.engine = GetParam()};
  EXPECT_EQ(sum(ints, choice), 6);
  EXPECT_EQ(minmax(ints, choice), (std::array{-4, 5}));
  EXPECT_EQ(argmax(ints, choice), 4);
  EXPECT_EQ(dot(ints, ints, choice), 52);
  EXPECT_THROW(min(std::vector<int>(), choice), error);
  EXPECT_THROW(sum(ints, {.result_dtype = dtype::float64, .engine = GetParam()}), error);
}

TEST_P(engines, may_be_called_by_several_threads) {
  const std::vector<std::int32_t> numbers = values<std::int32_t>(kind::anything, 3000);
  const std::int64_t expected = sum(numbers);
  std::vector<std::int64_t> found(4);
  {
    std::vector<std::jthread> crew;
    for (std::int64_t& each : found) {
      crew.emplace_back([&] {
        for (int run = 0; run < 3; ++run) each = sum(numbers, {.engine = GetParam()});
      });
    }
  }
  EXPECT_EQ(found, std::vector<std::int64_t>(4, expected));
}

INSTANTIATE_TEST_SUITE_P(of_kernels, engines, testing::Values(engine::simt, engine::gpu),
                         [](const auto& each) { return std::string(name_of(each.param)); });

}  // namespace
}  // namespace warpfold::test
