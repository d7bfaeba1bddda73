// The accumulator itself, and the finishing arithmetic, against the oracle.
#include "warpfold/reduce/exact/accumulator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "test/reduce/exact/data.hpp"
#include "test/reduce/exact/oracle.hpp"
#include "warpfold/reduce/exact/mean.hpp"
#include "warpfold/reduce/exact/norm.hpp"
#include "warpfold/reduce/exact/variance.hpp"

namespace warpfold {
namespace {

using exact::accumulator;
using exact::product_accumulator;
using oracle::generator;
using oracle::kind;
using oracle::same;

template <class T>
class accumulators : public testing::Test {};
using types = testing::Types<float16, bfloat16, float, double>;
TYPED_TEST_SUITE(accumulators, types);

TYPED_TEST(accumulators, deposits_in_any_grouping_round_to_every_type) {
  using T = TypeParam;
  for (int k = 0; k < static_cast<int>(kind::last); ++k) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      generator<T> data(seed * 100 + static_cast<std::uint64_t>(k));
      const std::vector<T> values = data.draw(static_cast<kind>(k), data.below(200));
      oracle::total truth;
      std::array<accumulator, 3> parts;
      for (const T value : values) {
        truth.add(static_cast<double>(value));
        parts[data.below(3)].deposit(value);
      }
      if (seed % 2 == 0) parts[0].normalize();
      accumulator left = parts[0];
      left.merge(parts[1]);
      left.merge(parts[2]);
      parts[2].merge(parts[1]);
      parts[2].merge(parts[0]);
      for (const accumulator& sum : {left, parts[2]}) {
        ASSERT_TRUE(same(sum.round<float16>(), truth.sum<float16>()));
        ASSERT_TRUE(same(sum.round<bfloat16>(), truth.sum<bfloat16>()));
        ASSERT_TRUE(same(sum.round<float>(), truth.sum<float>()));
        ASSERT_TRUE(same(sum.round<double>(), truth.sum<double>()));
      }
    }
  }
}

// The tie, the least above it and the least below it, around every kind of result: normal, subnormal, least and
// greatest.
TYPED_TEST(accumulators, halfway_cases_one_bit_apart) {
  using T = TypeParam;
  using format = exact::float_format<T>;
  using bits_type = typename format::bits_type;
  std::mt19937_64 random(7);
  std::vector<bits_type> patterns = {
      0, 1, 2, format::implicit_bit - 1, format::implicit_bit, format::infinity_bits - 2, format::infinity_bits - 1};
  while (patterns.size() < 300) patterns.push_back(static_cast<bits_type>(random() % format::infinity_bits));
  for (const bits_type bits : patterns) {
    const exact::unpacked parts = exact::unpack(exact::from_bits<T>(bits));
    for (const int sign : {1, -1}) {
      for (const int beyond : {-1, 0, 1}) {
        // 2 significand + 1 halves of the last bit, and 2^-70 of those more or less.
        const exact::int128 halves = 2 * static_cast<exact::int128>(parts.significand) + 1;
        product_accumulator sum;
        sum.add_scaled(sign * halves, parts.exponent - 1);
        sum.add_scaled(sign * beyond, parts.exponent - 71);
        const mpq_class exact_value = sign * ((2 * mpq_class(static_cast<double>(parts.significand)) + 1) *
                                                  oracle::power_of_two(parts.exponent - 1) +
                                              beyond * oracle::power_of_two(parts.exponent - 71));
        const T expected = oracle::round<T>(exact_value);
        const T result = sum.round<T>();
        const bool both_zero = static_cast<double>(expected) == 0 && static_cast<double>(result) == 0;
        ASSERT_TRUE(both_zero || same(result, expected))
            << static_cast<double>(result) << " for " << static_cast<double>(expected);
        ASSERT_EQ(std::signbit(static_cast<double>(result)), sign < 0);
      }
    }
  }
}

TEST(accumulator, normalizes_by_itself_before_digits_overflow) {
  accumulator sum;
  sum.deposit(0x1.fffffffffffffp1023);
  for (int doubling = 0; doubling < 60; ++doubling) sum.merge(accumulator(sum));
  for (int i = 0; i < 1000; ++i) sum.deposit(-0x1p-1074);
  accumulator back;
  back.add_scaled(-static_cast<exact::int128>((std::uint64_t{1} << 53) - 1) << 60, 971);
  sum.merge(back);
  EXPECT_EQ(sum.round<double>(), -1000 * 0x1p-1074);
}

TEST(accumulator, takes_integers_of_128_bits) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    product_accumulator sum;
    mpz_class truth = 0;
    for (int i = 0; i < 50; ++i) {
      const auto high = static_cast<std::int64_t>(random()) >> random() % 64;
      const std::uint64_t low = random();
      sum.add_scaled(static_cast<exact::int128>(high) * (static_cast<exact::int128>(1) << 64) + low, 0);
      truth += (mpz_class(static_cast<long>(high)) << 64) + mpz_class(static_cast<unsigned long>(low));
    }
    EXPECT_EQ(sum.round<double>(), oracle::round<double>(truth));
  }
}

TEST(accumulator, integers_have_exact_variances) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 300; ++round) {
    accumulator sum;
    product_accumulator squares;
    mpz_class sum_truth = 0;
    mpz_class squares_truth = 0;
    const long count = 2 + static_cast<long>(random() % 100);
    for (long i = 0; i < count; ++i) {
      const auto value = static_cast<std::int64_t>(random()) >> (round % 64);
      sum.add_scaled(value, 0);
      squares.add_scaled(static_cast<exact::int128>(value) * value, 0);
      sum_truth += static_cast<long>(value);
      squares_truth += mpz_class(static_cast<long>(value)) * static_cast<long>(value);
    }
    const mpq_class variance =
        mpq_class(count * squares_truth - sum_truth * sum_truth) / (mpq_class(count) * (count - 1));
    EXPECT_EQ(exact::variance<double>(sum, squares, static_cast<std::uint64_t>(count), 1),
              oracle::round<double>(variance));
    EXPECT_EQ(exact::standard_deviation<double>(sum, squares, static_cast<std::uint64_t>(count), 1),
              oracle::round_square_root<double>(variance));
    EXPECT_EQ(exact::mean<double>(sum, static_cast<std::uint64_t>(count)),
              oracle::round<double>(mpq_class(sum_truth) / count));
  }
}

TEST(accumulator, integer_square_roots) {
  std::mt19937_64 random(5);
  const auto expect_root = [](exact::uint128 value) {
    const exact::uint128 root = exact::integer_square_root(value);
    EXPECT_TRUE(root * root <= value);
    EXPECT_TRUE(root == ~std::uint64_t{0} || (root + 1) * (root + 1) > value);
  };
  for (int i = 0; i < 130; ++i) expect_root(static_cast<exact::uint128>(i));
  for (int i = 0; i < 10000; ++i) {
    const exact::uint128 root = random() >> random() % 64;
    expect_root(root * root);
    if (root != 0) expect_root(root * root - 1);
    expect_root(root * root + root);
  }
  expect_root(~exact::uint128{0});
}

// A perfect square's neighbours differ from it in one bit far below what a result holds: only exact arithmetic tells.
TEST(accumulator, norms_next_to_exact_roots) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 2000; ++i) {
    // √(m²·2^2e) with m of 54 bits, odd: exactly between two doubles.
    const std::uint64_t m = (random() >> 10 | std::uint64_t{1} << 53) | 1;
    const int e = static_cast<int>(random() % 1000) - 500;
    for (const int beyond : {-1, 0, 1}) {
      product_accumulator squares;
      squares.add_scaled(static_cast<exact::int128>(exact::uint128{m} * m), 2 * e);
      squares.add_scaled(beyond, 2 * e - 900);
      const mpq_class truth = mpq_class(mpz_class(static_cast<unsigned long>(m)) * static_cast<unsigned long>(m)) *
                                  oracle::power_of_two(2 * e) +
                              beyond * oracle::power_of_two(2 * e - 900);
      // The oracle keeps 200 bits and a sticky one, which is enough to tell.
      EXPECT_EQ(exact::norm<double>(squares), oracle::round_square_root<double>(truth));
    }
  }
}

TEST(accumulator, a_mean_does_not_overflow) {
  accumulator sum;
  for (int i = 0; i < 3; ++i) sum.deposit(0x1.fffffffffffffp1023);
  EXPECT_EQ(sum.round<double>(), INFINITY);
  EXPECT_EQ(exact::mean<double>(sum, 3), 0x1.fffffffffffffp1023);
  EXPECT_TRUE(std::isnan(exact::mean<double>(accumulator(), 0)));
}

}  // namespace
}  // namespace warpfold
