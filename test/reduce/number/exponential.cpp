#include "warpfold/reduce/number/exponential.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace warpfold::test {
namespace {

constexpr int precision = 400;

mpf_class exact(double_double value) {
  return mpf_class(value.high, precision) + mpf_class(value.low, precision);
}

mpf_class exact_exponential(const mpf_class& x) {
  mpf_class reduced(0, precision);
  mpf_div_2exp(reduced.get_mpf_t(), x.get_mpf_t(), 64);
  mpf_class term(1, precision);
  mpf_class series(0, precision);
  for (int k = 1; k < 8; ++k) {
    term = term * reduced / k;
    series += term;
  }
  for (int doubling = 0; doubling < 64; ++doubling) series = 2 * series + series * series;
  return series + 1;
}

TEST(exponential, is_as_accurate_as_it_says) {
  std::mt19937_64 random(3);
  double worst = 0;
  for (int round = 0; round < 4000; ++round) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 20) - 11);
    const double high = -static_cast<double>(random() >> 11) * 0x1p-53 * scale;
    if (high < -300) continue;
    const double_double x = two_sum(high, high * 0x1p-54 * static_cast<double>(random() % 2));
    const mpf_class expected = exact_exponential(exact(x));
    const mpf_class error = abs(exact(exponential(x)) / expected - 1);
    worst = std::max(worst, error.get_d());
  }
  EXPECT_LT(worst, 0x1p-98);
  EXPECT_EQ(exponential({0, 0}), (double_double{1, 0}));
  EXPECT_EQ(exponential({-301, 0}), (double_double{0, 0}));
  EXPECT_EQ(exponential({-INFINITY, 0}), (double_double{0, 0}));
}

TEST(exponential, of_doubles_is_as_accurate_as_it_says) {
  std::mt19937_64 random(5);
  double worst = 0;
  for (int round = 0; round < 4000; ++round) {
    const double scale = std::ldexp(1.0, static_cast<int>(random() % 22) - 11);
    const double x = -static_cast<double>(random() >> 11) * 0x1p-53 * scale;
    if (x < -700) continue;
    // Of -x, as e^x - 1 would have no digits left.
    const mpf_class error = abs(mpf_class(exponential(x), precision) * exact_exponential(mpf_class(-x, precision)) - 1);
    worst = std::max(worst, error.get_d());
  }
  EXPECT_LT(worst, 0x1p-51);
  EXPECT_EQ(exponential(0.0), 1);
  EXPECT_EQ(exponential(-0.0), 1);
  EXPECT_EQ(exponential(-701.0), 0);
  EXPECT_EQ(exponential(-INFINITY), 0);
}

TEST(logarithm, inverts_the_exponential) {
  std::mt19937_64 random(4);
  double worst = 0;
  for (int round = 0; round < 2000; ++round) {
    const double high = std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(random() % 60));
    const double_double x = two_sum(high, high * 0x1p-54 * static_cast<double>(random() % 2));
    const double_double log = logarithm(x);
    // ln x - log = ln(x e^-log), which is x e^-log - 1 as far as it matters.
    const mpf_class error = abs(exact(x) * exact_exponential(-exact(log)) - 1);
    worst = std::max(worst, error.get_d() / (1 + log.high));
  }
  EXPECT_LT(worst, 0x1p-98);
  EXPECT_EQ(logarithm({1, 0}), (double_double{0, 0}));
}

}  // namespace
}  // namespace warpfold::test
