// Sums whose right result is known beforehand and easily missed: cancellation, ties, overflow on the way, zeros' signs,
// infinities. Every one is tried short, repeated in zeros of any length, at every alignment and in every order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "test/reduce/exact/oracle.hpp"
#include "warpfold/reduce/cpu/exact_dot.hpp"
#include "warpfold/reduce/cpu/exact_sum.hpp"

namespace warpfold {
namespace {

using oracle::same;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double greatest = std::numeric_limits<double>::max();
constexpr float greatest_float = std::numeric_limits<float>::max();

template <class T>
T sum_of(const T* values, std::size_t count) {
  exact::sum<T> sum;
  sum.add(values, count);
  return sum.round();
}

template <class T>
void expect_sum(std::vector<T> values, T expected) {
  SCOPED_TRACE(testing::Message() << values.size() << " elements, expecting " << expected);
  std::sort(values.begin(), values.end());
  do {
    EXPECT_TRUE(same(sum_of(values.data(), values.size()), expected)) << sum_of(values.data(), values.size());
  } while (values.size() <= 6 && std::next_permutation(values.begin(), values.end()));

  // At every alignment, as a byte offset.
  std::vector<unsigned char> bytes(values.size() * sizeof(T) + 64);
  for (std::size_t offset = 0; offset < 64; ++offset) {
    if (!values.empty()) std::memcpy(bytes.data() + offset, values.data(), values.size() * sizeof(T));
    exact::sum<T> sum;
    sum.add(bytes.data() + offset, values.size());
    EXPECT_TRUE(same(sum.round(), expected)) << "offset " << offset;
  }

  // Among zeros (of the sign that adds nothing), so that the elements meet different vectors, batches and stretches.
  for (const std::size_t length : {7u, 64u, 1000u, 5000u, 20000u}) {
    if (length < values.size() || values.empty()) continue;
    std::vector<T> padded(length, static_cast<T>(-0.0));
    for (std::size_t i = 0; i < values.size(); ++i) padded[i * (length / values.size())] = values[i];
    EXPECT_TRUE(same(sum_of(padded.data(), length), expected))
        << "among " << length << ": " << sum_of(padded.data(), length);
  }
}

TEST(exact_vectors, zeros) {
  expect_sum<double>({}, 0.0);
  expect_sum<double>({-0.0}, -0.0);
  expect_sum<double>({-0.0, -0.0}, -0.0);
  expect_sum<double>({-0.0, 0.0}, 0.0);
  expect_sum<double>({1, -1}, 0.0);
  expect_sum<float>({-0.0f, -0.0f}, -0.0f);
  expect_sum<float>({0x1p-149f, -0x1p-149f}, 0.0f);
}

TEST(exact_vectors, infinities_and_nans) {
  expect_sum<double>({infinity, 1}, infinity);
  expect_sum<double>({infinity, -infinity}, nan);
  expect_sum<double>({-infinity, greatest, greatest}, -infinity);
  const double payload = std::bit_cast<double>(std::uint64_t{0xfff4000000000123});
  for (const double any_nan : {nan, -nan, payload}) {
    const double values[] = {1, any_nan, infinity};
    EXPECT_EQ(std::bit_cast<std::uint64_t>(sum_of(values, 3)), 0x7ff8000000000000u);
  }
}

TEST(exact_vectors, overflow_on_the_way) {
  expect_sum<double>({1e308, 1e308, -1e308}, 1e308);
  expect_sum<double>({greatest, greatest}, infinity);
  expect_sum<double>({greatest, greatest, -greatest}, greatest);
  expect_sum<double>({greatest, 0x1p969}, greatest);
  expect_sum<double>({greatest, 0x1p970}, infinity);
  expect_sum<double>({greatest, 0x1p970, -0x1p-1074}, greatest);
  expect_sum<float>({greatest_float, 0x1p102f}, greatest_float);
  expect_sum<float>({greatest_float, 0x1p103f}, std::numeric_limits<float>::infinity());
}

TEST(exact_vectors, ties) {
  expect_sum<double>({1, 0x1p-53}, 1.0);
  expect_sum<double>({1, 0x1p-53, 0x1p-1074}, 1 + 0x1p-52);
  expect_sum<double>({1, 0x1p-53, -0x1p-1074}, 1.0);
  expect_sum<double>({1 + 0x1p-52, 0x1p-53}, 1 + 0x1p-51);
  expect_sum<float>({0x1p24f, 1}, 0x1p24f);
  expect_sum<float>({0x1p24f, 1, 0x1p-149f}, 16777218.0f);
  // Rounding to double first would make a tie of it.
  expect_sum<float>({1, 0x1p-24f, 0x1p-60f}, 1 + 0x1p-23f);
}

TEST(exact_vectors, subnormals) {
  expect_sum<double>({0x1p-1074, 0x1p-1074, 0x1p-1074}, 3 * 0x1p-1074);
  expect_sum<double>({0x1p-1022, -0x1p-1074}, 0x0.fffffffffffffp-1022);
  expect_sum<double>({0x0.fffffffffffffp-1022, 0x1p-1074}, 0x1p-1022);
}

TEST(exact_vectors, cancellation) {
  expect_sum<double>({1, 1e100, 1, -1e100}, 2.0);
  expect_sum<double>({0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 1.0);
  expect_sum<double>({1, 0x1p-60, -1}, 0x1p-60);
}

// x is in (-3.5, -2.5] · 2^(top + 1): adding the anchor keeps its exponent, and only the sign tells.
TEST(exact_vectors, sign_of_an_anchor) {
  for (int exponent = 0; exponent < 12; ++exponent) {
    for (const double factor : {2.5, 2.75, 3.0, 3.25, 3.5}) {
      const double negative = -std::ldexp(factor, exponent);
      std::vector<double> values(300, 1.0);
      values.push_back(negative);
      EXPECT_EQ(sum_of(values.data(), values.size()), 300 + negative);
    }
  }
}

TEST(exact_vectors, zeros_and_then_a_huge_value) {
  std::vector<double> values(10000, 0.0);
  values.push_back(0x1.fp1000);
  values.push_back(0x1p-1000);
  values.push_back(-0x1.fp1000);
  EXPECT_EQ(sum_of(values.data(), values.size()), 0x1p-1000);
}

TEST(exact_vectors, many_equal_values) {
  // Longer than any counter may go without being emptied; greatest within the window, so that counters fill fastest.
  for (const double value : {0.1, 0x1.fffffffffffffp0, -0x1.fffffffffffffp2, 1e-310, 0x1.fffffffffffffp1020}) {
    const std::size_t count = (std::size_t{1} << 21) + 3;
    const std::vector<double> values(count, value);
    oracle::total truth;
    truth.add(value);
    truth.units *= mpz_class(static_cast<unsigned long>(count));
    EXPECT_TRUE(same(sum_of(values.data(), count), truth.sum<double>())) << value;
  }
  const std::vector<float> tenths(std::size_t{1} << 26, 0.1f);
  EXPECT_EQ(sum_of(tenths.data(), tenths.size()), 6710886.5f);
}

template <class T>
void expect_dot(const std::vector<T>& a, const std::vector<T>& b, T expected) {
  exact::dot<T> dot;
  dot.add(a.data(), b.data(), a.size());
  EXPECT_TRUE(same(dot.round(), expected)) << dot.round() << " for " << expected;
}

TEST(exact_vectors, products) {
  const double tiny = 0x1p-538;  // squared: 2^-1076
  expect_dot<double>({tiny, tiny}, {tiny, tiny}, 0.0);
  expect_dot<double>({tiny, tiny, tiny}, {tiny, tiny, tiny}, 0x1p-1074);
  expect_dot<double>({1e200, 1e200}, {1e200, -1e200}, 0.0);
  expect_dot<double>({-0.0, -0.0}, {1, 2}, -0.0);
  expect_dot<double>({-tiny}, {tiny}, -0.0);  // not zero, but rounds to it
  expect_dot<double>({infinity}, {0.0}, nan);
  expect_dot<double>({infinity, 1}, {-1, 1}, -infinity);
  expect_dot<double>({1e200, -infinity}, {1e200, 1}, -infinity);
  expect_dot<float>({greatest_float, greatest_float}, {greatest_float, -greatest_float}, 0.0f);
  expect_dot<double>({1 + 0x1p-52, -1}, {1 + 0x1p-52, 1 + 0x1p-51}, 0x1p-104);
}

// Their products are too wide for windows, and every other one comes to the same sum, as great as its exponent allows.
template <class T>
std::vector<T> wide_values(std::size_t count) {
  const T all_bits = 2 - std::numeric_limits<T>::epsilon();
  std::vector<T> values(count, all_bits);
  for (std::size_t i = 1; i < count; i += 2) values[i] *= i % 4 == 1 ? T(0x1p-60) : T(0x1p-120);
  return values;
}

template <class T>
class exact_products : public testing::Test {};
using products_types = testing::Types<float, double>;
TYPED_TEST_SUITE(exact_products, products_types);

TYPED_TEST(exact_products, bins_are_emptied_before_they_are_full) {
  using T = TypeParam;
  std::vector<T> a = wide_values<T>(4 * 77);
  std::vector<T> b = a;
  b[0] = -b[0];
  b[77] = 0;
  oracle::total products;
  oracle::total squares;
  oracle::total magnitudes;
  for (std::size_t i = 0; i < a.size(); ++i) {
    products.add_product(a[i], b[i]);
    squares.add_product(b[i], b[i]);
    magnitudes.add(std::fabs(b[i]));
  }
  const std::size_t times = (std::size_t{5} << 20) / a.size();
  for (oracle::total* total : {&products, &squares, &magnitudes}) total->units *= static_cast<unsigned long>(times);
  const auto repeat = [times](std::vector<T>& values) {
    const std::vector<T> once = values;
    for (std::size_t i = 1; i < times; ++i) values.insert(values.end(), once.begin(), once.end());
  };
  repeat(a);
  repeat(b);
  expect_dot<T>(a, b, products.sum<T>());
  exact::dot<T> sum;
  sum.add_squares(b.data(), b.size());
  EXPECT_TRUE(same(sum.round(), squares.sum<T>())) << sum.round();
  exact::sum<T> absolute;
  absolute.add_magnitudes(b.data(), b.size());
  EXPECT_TRUE(same(absolute.round(), magnitudes.sum<T>())) << absolute.round();
}

TYPED_TEST(exact_products, exceptional_among_wide_data) {
  using T = TypeParam;
  constexpr T infinite = std::numeric_limits<T>::infinity();
  constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();
  const std::vector<T> a = wide_values<T>(30000);
  for (const std::size_t at : {0u, 12345u, 29999u}) {
    const auto expect = [&](T first, T second, T expected) {
      std::vector<T> b = a;
      b[at] = first;
      b[at / 2 + 1] = second;
      expect_dot<T>(a, b, expected);
    };
    expect(infinite, 1, infinite);
    expect(-infinite, 0, -infinite);
    expect(infinite, -infinite, not_a_number);
    expect(1, not_a_number, not_a_number);
  }
}

TEST(exact_vectors, norms_beyond_the_squares_range) {
  const auto norm_of = [](const std::vector<double>& values) {
    exact::dot<double> squares;
    squares.add_squares(values.data(), values.size());
    return squares.norm();
  };
  EXPECT_EQ(norm_of({3 * 0x1p700, 4 * 0x1p700}), 5 * 0x1p700);
  EXPECT_EQ(norm_of({3 * 0x1p-1074, 4 * 0x1p-1074}), 5 * 0x1p-1074);
  EXPECT_EQ(norm_of({greatest, greatest}), infinity);
  EXPECT_EQ(norm_of({greatest, 1}), greatest);
  EXPECT_EQ(norm_of({}), 0.0);
  EXPECT_EQ(norm_of({-infinity, 1}), infinity);
  EXPECT_TRUE(std::isnan(norm_of({nan, infinity})));
}

TEST(exact_vectors, complex) {
  const std::vector<std::complex<double>> a = {{1, 1e100}, {1e100, 1}, {-1e100, -1e100}, {0.5, -0.0}};
  exact::complex_sum<double> sum;
  sum.add(a.data(), a.size());
  EXPECT_EQ(sum.round(), std::complex<double>(1.5, 1));
  EXPECT_EQ(sum.mean(2), std::complex<double>(0.75, 0.5));

  const std::vector<std::complex<double>> x = {{1e200, 1}, {1, 2}};
  const std::vector<std::complex<double>> y = {{1, 1e200}, {3, 4}};
  exact::complex_dot<double> dot;
  dot.add(x.data(), y.data(), x.size());
  EXPECT_EQ(dot.round(), std::complex<double>(-5, INFINITY));
}

}  // namespace
}  // namespace warpfold
