#include "warpfold/reduce/custom.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace warpfold::test {
namespace {

// Composition of maps x -> a x + b modulo 2^64: associative, not commutative.
struct affine {
  std::uint64_t a;
  std::uint64_t b;
  friend bool operator==(const affine&, const affine&) = default;
};
struct then {
  affine operator()(const affine& first, const affine& second) const {
    return {second.a * first.a, second.a * first.b + second.b};
  }
};

std::vector<affine> maps(std::size_t count) {
  std::vector<affine> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back({2 * i + 3, 7 * i + 1});
  return result;
}

TEST(custom, keeps_the_order) {
  for (const std::size_t count : {1u, 2u, 15u, 16u, 17u, 1000u, 32768u, 32769u, 100'000u, 300'001u}) {
    const std::vector<affine> values = maps(count);
    affine expected = values[0];
    for (std::size_t i = 1; i < count; ++i) expected = then()(expected, values[i]);
    for (const int threads : {0, 1, 2, 4}) {
      EXPECT_EQ(warpfold::reduce(values, then(), {.threads = threads}), expected) << count;
      EXPECT_EQ(warpfold::reduce(values, affine{5, 6}, then(), {.threads = threads}), then()({5, 6}, expected))
          << count;
    }
  }
}

TEST(custom, applies_init_once) {
  std::atomic<int> applied = 0;
  struct marked {
    std::int64_t value;
    bool init;
  };
  const auto plus = [&](const marked& a, const marked& b) {
    if (a.init || b.init) ++applied;
    return marked{a.value + b.value, false};
  };
  const std::vector<marked> ones(200'000, marked{1, false});
  EXPECT_EQ(warpfold::reduce(ones, marked{1000, true}, plus).value, 201'000);
  EXPECT_EQ(applied, 1);
}

TEST(custom, needs_no_identity_and_says_so_when_there_is_nothing) {
  EXPECT_EQ(warpfold::reduce(std::vector<int>(), 7, std::plus<>()), 7);
  EXPECT_THROW(warpfold::reduce(std::vector<int>(), std::plus<>()), error);
  EXPECT_EQ(warpfold::reduce(std::vector<int>{9}, std::minus<>()), 9);
}

TEST(custom, takes_any_type) {
  const std::vector<std::string> letters = {"a", "b", "c", "d"};
  EXPECT_EQ(warpfold::reduce(letters, std::string("-"), std::plus<>()), "-abcd");
}

TEST(custom, commutative_operators_give_the_same_at_any_number_of_threads) {
  std::vector<double> values(500'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / static_cast<double>(i + 1);
  const double alone = warpfold::reduce(values, 0.0, std::plus<>(), {.threads = 1});
  EXPECT_NEAR(alone, 13.6995800423, 1e-9);
  for (const int threads : {0, 2, 3, 4})
    EXPECT_EQ(warpfold::reduce(values, 0.0, std::plus<>(), {.threads = threads}), alone);
}

TEST(custom, transforms_first) {
  std::vector<int> values(100'000);
  std::iota(values.begin(), values.end(), 0);
  const auto square = [](int x) { return static_cast<std::int64_t>(x) * x; };
  EXPECT_EQ(warpfold::transform_reduce(values, std::int64_t{1}, std::plus<>(), square), 333'328'333'350'001);
  const auto product = [](int x, int y) { return static_cast<std::int64_t>(x) * y; };
  EXPECT_EQ(warpfold::transform_reduce(values, values, std::int64_t{0}, std::plus<>(), product), 333'328'333'350'000);
  EXPECT_THROW(warpfold::transform_reduce(values, std::vector<int>(3), 0, std::plus<>(), product), error);
}

TEST(custom, stays_on_the_cpu) {
  const std::vector<int> values(10, 1);
  const options elsewhere{.engine = engine::simt};
  EXPECT_THROW(warpfold::reduce(values, std::plus<>(), elsewhere), error);
  EXPECT_THROW(warpfold::reduce(values, 0, std::plus<>(), elsewhere), error);
  EXPECT_THROW(warpfold::transform_reduce(values, 0, std::plus<>(), std::negate<>(), elsewhere), error);
  EXPECT_THROW(warpfold::transform_reduce(values, values, 0, std::plus<>(), std::plus<>(), elsewhere), error);
  EXPECT_EQ(warpfold::reduce(values, std::plus<>(), {.engine = engine::cpu}), 10);
}

TEST(custom, lets_exceptions_out) {
  const std::vector<int> values(100'000, 1);
  const auto refuse = [](int, int) -> int { throw std::out_of_range("refused"); };
  EXPECT_THROW(warpfold::reduce(values, refuse), std::out_of_range);
}

}  // namespace
}  // namespace warpfold::test
