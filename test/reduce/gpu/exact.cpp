// Exact sums by the kernels of the gpu engine, on the SIMT machine, against GMP: data that front ends find hard, at any
// alignment, on grids of any size.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "test/ladder/watched.hpp"
#include "test/reduce/exact/data.hpp"
#include "test/reduce/exact/oracle.hpp"
#include "test/reduce/gpu/kernel_runner.hpp"

namespace warpfold::test {
namespace {

using oracle::generator;

// A kernel of an operator on reals and the truth about it.
template <element T>
T truth(op operation, const std::vector<T>& a, const std::vector<T>& b) {
  oracle::total sum, squares;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = static_cast<double>(a[i]);
    switch (operation) {
      case op::dot:
        sum.add_product(x, static_cast<double>(b[i]));
        break;
      case op::norm:
        sum.add_product(x, x);
        break;
      default:
        sum.add(x);
        squares.add_product(x, x);
    }
  }
  switch (operation) {
    case op::norm:
      return sum.norm<T>();
    case op::mean:
      return sum.mean<T>(a.size());
    case op::var:
      if (a.empty() || !sum.finite()) return oracle::narrow<T>(std::numeric_limits<double>::quiet_NaN());
      return oracle::round<T>(oracle::variance(sum, squares, static_cast<long>(a.size()), 0));
    default:
      return sum.sum<T>();
  }
}

template <element T>
void expect_truth(kernel_runner& runner, op operation, const std::vector<T>& a, const std::vector<T>& b,
                  const arrangement& how, const std::string& what) {
  const T expected = truth(operation, a, b);
  const T found = runner.reduce_dense(operation, a, b, {}, how).values[0].template as<T>();
  EXPECT_TRUE(oracle::same(found, expected))
      << name_of(operation) << " of " << a.size() << " " << name_of(dtype_of<T>) << ", " << what << ", offset "
      << how.offset << ", blocks " << how.blocks.value_or(0) << ": " << static_cast<double>(found) << ", not "
      << static_cast<double>(expected);
}

template <element T>
void sweep(kernel_runner& runner) {
  for (int kind = 0; kind < static_cast<int>(oracle::kind::last); ++kind) {
    generator<T> random(static_cast<std::uint64_t>(kind));
    const std::string what = "kind " + std::to_string(kind);
    for (const op operation : {op::sum, op::mean, op::dot, op::norm, op::var}) {
      const std::size_t size = 1 + random.below(9000);
      const arrangement how{random.below(9), static_cast<std::uint32_t>(1 + random.below(3))};
      const auto draw = [&] { return random.draw(static_cast<oracle::kind>(kind), size); };
      expect_truth<T>(runner, operation, draw(), draw(), how, what);
      const std::vector<T> cancelling = random.draw_cancelling(static_cast<oracle::kind>(kind), size);
      expect_truth<T>(runner, operation, cancelling, draw(), how, what + ", cancelling");
    }
  }
}

TEST(gpu_exact, float16) {
  kernel_runner runner;
  sweep<float16>(runner);
}
TEST(gpu_exact, bfloat16) {
  kernel_runner runner;
  sweep<bfloat16>(runner);
}
TEST(gpu_exact, float32) {
  kernel_runner runner;
  sweep<float>(runner);
}
TEST(gpu_exact, float64) {
  kernel_runner runner;
  sweep<double>(runner);
}

// On machines that are slow at doubles, floats are summed by integers.
template <element T>
void sweep_sums(kernel_runner& runner) {
  for (int kind = 0; kind < static_cast<int>(oracle::kind::last); ++kind) {
    generator<T> random(static_cast<std::uint64_t>(100 + kind));
    for (const op operation : {op::sum, op::mean}) {
      const std::size_t size = 1 + random.below(9000);
      const arrangement how{random.below(9), static_cast<std::uint32_t>(1 + random.below(3))};
      const std::string what = "kind " + std::to_string(kind) + " by integers";
      expect_truth<T>(runner, operation, random.draw(static_cast<oracle::kind>(kind), size), {}, how, what);
      expect_truth<T>(runner, operation, random.draw_tie(static_cast<oracle::kind>(kind), size), {}, how, what);
    }
  }
}
TEST(gpu_exact, floats_by_integers) {
  kernel_runner runner;
  runner.imitate(86);
  sweep_sums<float>(runner);
  sweep_sums<bfloat16>(runner);
}

// The same bits on any grid, at any alignment, in any order.
TEST(gpu_exact, nothing_but_the_numbers_matters) {
  kernel_runner runner;
  generator<double> random(1);
  std::vector<double> values = random.draw(oracle::kind::spread_100, 20'000);
  const double expected = truth(op::sum, values, values);
  for (const std::uint32_t blocks : {1u, 2u, 7u, 40u}) {
    std::shuffle(values.begin(), values.end(), random.random());
    const result found = runner.reduce_dense(op::sum, values, values, {}, {blocks % 5, blocks});
    EXPECT_TRUE(oracle::same(found.values[0].as<double>(), expected)) << blocks;
  }
}

// Sums are moved on just before they could overflow: all elements as large as they can be, past every such point.
template <element T>
void fill_up(kernel_runner& runner, T value, std::size_t size) {
  expect_truth<T>(runner, op::sum, std::vector<T>(size, value), {}, {0, 1}, "all equal");
}
TEST(gpu_exact, sums_are_moved_on_before_they_overflow) {
  kernel_runner runner;
  fill_up<double>(runner, std::nextafter(2.0, 0.0), 4096 * 384 + 12'345);
  fill_up<double>(runner, -std::nextafter(4.0, 0.0), 4096 * 384 + 12'345);
  fill_up<float16>(runner, oracle::narrow<float16>(-65504), 8192 * 256 + 12'345);
}

// Wide bins, too, of which every term fills two.
TEST(gpu_exact, wide_bins_are_moved_on_before_they_overflow) {
  kernel_runner runner;
  std::vector<double> values(4096 * 384 + 12'345, std::nextafter(0x1p24, 0.0));
  for (std::size_t i = 0; i < values.size(); i += 50) values[i] = 0x1p-500;
  expect_truth<double>(runner, op::sum, values, {}, {0, 1}, "wide");
}

// A window moves up, levels are added, bins take over, while a warp is at it.
TEST(gpu_exact, data_that_change_on_the_way) {
  kernel_runner runner;
  generator<double> random(2);
  std::vector<double> values;
  for (const oracle::kind kind :
       {oracle::kind::negative_zeros, oracle::kind::mostly_zeros, oracle::kind::uniform, oracle::kind::spread_20,
        oracle::kind::few_huge, oracle::kind::spread_100, oracle::kind::full_range, oracle::kind::subnormal}) {
    const std::vector<double> next = random.draw(kind, 4000);
    values.insert(values.end(), next.begin(), next.end());
  }
  for (const op operation : {op::sum, op::dot, op::norm, op::var}) {
    expect_truth<double>(runner, operation, values, {values.rbegin(), values.rend()}, {1, 1}, "changing");
    expect_truth<float>(runner, operation, {values.begin(), values.end()}, {values.rbegin(), values.rend()}, {1, 1},
                        "changing");
  }
}

// Products that overflow or whose rounding errors underflow, beside others.
TEST(gpu_exact, products_at_the_ends_of_the_range) {
  kernel_runner runner;
  const double tiny = 0x1p-538, huge = 0x1p1000;
  const std::vector<double> a = {tiny, 3 * tiny, huge, -huge, huge, 1, 0, -0.0, 0x1.8p-1000, tiny};
  const std::vector<double> b = {tiny, tiny, huge, huge, 0x1p-1000, 0x1p-52, 5, 7, 0x1.8p-60, -tiny};
  for (std::size_t size = 1; size <= a.size(); ++size) {
    const std::vector<double> x(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size));
    const std::vector<double> y(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(size));
    expect_truth<double>(runner, op::dot, x, y, {}, "ends");
    expect_truth<double>(runner, op::norm, x, y, {}, "ends");
  }
}

// Bins that have moved to the top of the range, which is scaled down, see what lies above all of them.
TEST(gpu_exact, what_overflows_above_the_topmost_bins) {
  kernel_runner runner;
  // First products that only bins hold, then such as a table at the top holds, whole batches of them.
  const double huge = 0x1p510, tiny = 0x1p-470;
  std::vector<double> a, b;
  for (int i = 0; i < 5000; ++i) {
    a.insert(a.end(), {huge, -huge, i < 3000 ? tiny : huge, i < 3000 ? tiny : -huge});
    b.insert(b.end(), {huge, huge, i < 3000 ? tiny : huge, i < 3000 ? tiny : huge});
  }
  for (const double beyond : {0x1p600, -0x1p600, std::numeric_limits<double>::infinity()}) {
    a.back() = beyond;
    b.back() = 0x1p600;
    for (const op operation : {op::dot, op::norm, op::var}) {
      for (const std::uint32_t blocks : {1u, 3u}) expect_truth<double>(runner, operation, a, b, {0, blocks}, "beyond");
    }
  }
}

// An exponent field that is right with a sign that is wrong: docs/exact.md, (a).
TEST(gpu_exact, sign_trap) {
  kernel_runner runner;
  std::vector<double> values(5000, 1.0);
  values[4000] = -24;
  values[4001] = 24.5;
  values[4002] = -20;
  expect_truth<double>(runner, op::sum, values, {}, {0, 1}, "trap");
  expect_truth<float>(runner, op::sum, {values.begin(), values.end()}, {}, {0, 1}, "trap");
}

TEST(gpu_exact, zeros_have_the_right_sign) {
  kernel_runner runner;
  for (const std::size_t size : {1u, 7u, 700u, 9000u}) {
    for (const std::size_t positive : {std::size_t{0}, size / 2, size}) {
      std::vector<double> zeros(size, -0.0);
      if (positive < size) zeros[positive] = 0.0;
      expect_truth<double>(runner, op::sum, zeros, {}, {1, 2}, "zeros");
      expect_truth<float>(runner, op::sum, {zeros.begin(), zeros.end()}, {}, {1, 2}, "zeros");
      expect_truth<double>(runner, op::dot, zeros, std::vector<double>(size, 1.0), {1, 2}, "zeros");
    }
  }
}

// Under all watches, every front end.
TEST(gpu_exact, no_watch_finds_anything) {
  kernel_runner runner;
  if (runner.simt_machine() == nullptr) GTEST_SKIP() << "a GPU has no watches";
  const watched watches(*runner.simt_machine());
  generator<double> random(3);
  for (const oracle::kind kind : {oracle::kind::normal, oracle::kind::spread_100, oracle::kind::few_nans}) {
    const std::vector<double> values = random.draw(kind, 3000);
    for (const op operation : {op::sum, op::dot, op::var}) {
      expect_truth<double>(runner, operation, values, values, {1, 2}, "watched");
      expect_truth<float>(runner, operation, {values.begin(), values.end()}, {values.begin(), values.end()}, {1, 2},
                          "watched");
    }
  }
  EXPECT_EQ(watches.report(), "");
}

}  // namespace
}  // namespace warpfold::test
