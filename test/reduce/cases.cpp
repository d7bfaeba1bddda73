// Small inputs on which reductions elsewhere went wrong, and their siblings: other dtypes, lengths and axes.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "test/reduce/everywhere.hpp"
#include "test/reduce/run.hpp"
#include "warpfold/reduce/custom.hpp"

namespace warpfold::test {
namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

template <class T>
T from(double value) {
  return oracle::narrow<T>(value);
}
template <class T>
std::vector<T> list(std::initializer_list<double> values) {
  std::vector<T> result;
  for (const double value : values) result.push_back(from<T>(value));
  return result;
}
template <class T>
std::vector<T> ones(std::size_t count) {
  return std::vector<T>(count, from<T>(1));
}

// Calls test(T{}) for every floating dtype.
template <class Test>
void for_each_float(Test test) {
  test(float16{});
  test(bfloat16{});
  test(float{});
  test(double{});
}

// A running sum in the element type sticks where its unit exceeds the elements.
TEST(case_A1, sums_of_ones) {
  EXPECT_EQ(static_cast<float>(reduced<float16>(op::sum, ones<float16>(4096))), 4096);
  const std::vector<float16> columns = ones<float16>(3000 * 115);
  const array_view array(dtype::float16, columns.data(), {3000, 115});
  EXPECT_EQ(along_axis<float16>(op::sum, array, 0), std::vector<float16>(115, float16(3000)));
  for_each_float([](auto type) {
    using T = decltype(type);
    for (const std::size_t count : {255u, 256u, 257u, 2048u, 2049u, 4096u, 10000u}) {
      EXPECT_TRUE(same_bits(reduced<T>(op::sum, ones<T>(count)), from<T>(static_cast<double>(count))) ||
                  sizeof(T) == 2)  // beyond the precision the sum is rounded: sweep_of_operator has those
          << name_of(dtype_of<T>) << ' ' << count;
    }
  });
}

TEST(case_A3, constant_columns_do_not_vary) {
  std::vector<float> rows(2'000'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i % 2 == 0 ? 100.0f : -100.0f;
  const array_view array(dtype::float32, rows.data(), {1'000'000, 2});
  EXPECT_EQ(along_axis<float>(op::var, array, 0), (std::vector<float>{0, 0}));
  EXPECT_EQ(along_axis<float>(op::std, array, 0), (std::vector<float>{0, 0}));
  for_each_float([](auto type) {
    using T = decltype(type);
    for (const double value : {0.1, 100.0, -3e4, 6e-5}) {
      EXPECT_EQ(static_cast<double>(reduced<T>(op::var, std::vector<T>(777, from<T>(value)))), 0);
    }
  });
}

TEST(case_A4, bfloat16_sums_of_ones) {
  EXPECT_EQ(static_cast<float>(reduced<bfloat16>(op::sum, ones<bfloat16>(1000))), 1000);
  EXPECT_EQ(static_cast<float>(reduced<bfloat16>(op::sum, ones<bfloat16>(1828))), 1824);
}

TEST(case_A5, means_do_not_overflow) {
  EXPECT_EQ(static_cast<float>(reduced<float16>(op::mean, ones<float16>(160000))), 1);
  const float16 tiny(1e-5f);
  EXPECT_EQ(reduced<float16>(op::mean, std::vector<float16>(1 << 20, tiny)).bits, tiny.bits);
  EXPECT_EQ(static_cast<float>(reduced<float16>(op::sum, ones<float16>(65519))), 65504);
  EXPECT_EQ(static_cast<float>(reduced<float16>(op::sum, ones<float16>(65520))),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(reduced<double>(op::mean, std::vector<double>(7, 1.7e308)), 1.7e308);
  EXPECT_EQ(reduced<float>(op::mean, std::vector<float>(7, 3e38f)), 3e38f);
  EXPECT_EQ(reduced<double>(op::mean, std::vector<std::int64_t>(9, INT64_MAX)), 0x1p63);
  EXPECT_EQ(reduced<double>(op::mean, std::vector<std::uint64_t>(9, UINT64_MAX)), 0x1p64);
}

TEST(case_A7, the_least_of_nothing_but_nan_is_nan) {
  for_each_float([](auto type) {
    using T = decltype(type);
    for (const nan_mode nan : {nan_mode::propagate, nan_mode::skip}) {
      for (const std::size_t count : {1u, 2u, 33u, 1000u}) {
        const std::vector<T> all(count, from<T>(nan_value));
        EXPECT_TRUE(std::isnan(static_cast<double>(reduced<T>(op::min, all, {.nan = nan}))));
        EXPECT_TRUE(std::isnan(static_cast<double>(reduced<T>(op::max, all, {.nan = nan}))));
      }
    }
  });
}

TEST(case_A8, extremes_of_extreme_values) {
  for_each_float([](auto type) {
    using T = decltype(type);
    for (const double value : {infinity, -infinity}) {
      const std::vector<T> all(10, from<T>(value));
      EXPECT_EQ(reduced<std::int64_t>(op::argmin, all), 0);
      EXPECT_EQ(reduced<std::int64_t>(op::argmax, all), 0);
      EXPECT_EQ(static_cast<double>(reduced<T>(op::min, all)), value);
      EXPECT_EQ(static_cast<double>(reduced<T>(op::max, all)), value);
    }
  });
  EXPECT_EQ(reduced<std::int64_t>(op::argmax, std::vector<std::uint32_t>{0, 0, 0}), 0);
  EXPECT_EQ(reduced<std::int64_t>(op::argmin, std::vector<std::uint32_t>(3, UINT32_MAX)), 0);
  EXPECT_EQ(reduced<std::int64_t>(op::argmin, std::vector<double>(5, std::numeric_limits<double>::max())), 0);
  EXPECT_EQ(reduced<std::int64_t>(op::argmax, std::vector<std::int64_t>(5, INT64_MIN)), 0);
}

TEST(case_A9, identities_do_not_leak) {
  EXPECT_EQ(reduced<float>(op::max, std::vector<float>{-2, -1}), -1);
  EXPECT_EQ(reduced<std::int8_t>(op::max, std::vector<std::int8_t>{-2, -1}), -1);
  std::vector<double> ramp(512);
  std::iota(ramp.begin(), ramp.end(), 0);
  const auto greater = [](double a, double b) { return a > b ? a : b; };
  const auto less = [](double a, double b) { return a < b ? a : b; };
  EXPECT_EQ(warpfold::reduce(ramp, -1.0, greater), 511);
  EXPECT_EQ(warpfold::reduce(ramp, double{std::numeric_limits<float>::max()}, less), 0);
  EXPECT_EQ(warpfold::reduce(ramp, 1000.0, greater), 1000);
}

TEST(case_A10, the_lowest_index_among_equals) {
  for (const int threads : {1, 2, 4}) {
    EXPECT_EQ(reduced<std::int64_t>(op::argmax, std::vector<double>(16, 5), {.threads = threads}), 0);
    EXPECT_EQ(reduced<std::int64_t>(op::argmax, std::vector<double>(2001, 0), {.threads = threads}), 0);
    EXPECT_EQ(reduced<std::int64_t>(op::argmin, std::vector<float>(3'000'000, 7), {.threads = threads}), 0);
  }
  const std::vector<int> rows = {2, 3, 0, 3, 3, 1, 3, 1, 3, 1};
  EXPECT_EQ(along_axis<std::int64_t>(op::argmax, array_view(dtype::int32, rows.data(), {2, 5}), 1),
            (std::vector<std::int64_t>{1, 1}));
}

TEST(case_A11, nan_modes) {
  for_each_float([](auto type) {
    using T = decltype(type);
    EXPECT_EQ(reduced<std::int64_t>(op::argmax, list<T>({nan_value, nan_value})), 0);
    EXPECT_EQ(reduced<std::int64_t>(op::argmin, list<T>({nan_value, nan_value})), 0);
    EXPECT_THROW(reduced<std::int64_t>(op::argmin, list<T>({nan_value, nan_value}), {.nan = nan_mode::skip}), error);
    const std::vector<T> rows = list<T>({1, nan_value, -3, 4, -5, 2});
    const array_view array(dtype_of<T>, rows.data(), {2, 3});
    const options skip{.nan = nan_mode::skip};
    const auto doubles = [&](op operation, const options& choice) {
      std::vector<double> values;
      for (const T value : along_axis<T>(operation, array, 1, choice)) values.push_back(static_cast<double>(value));
      return values;
    };
    EXPECT_EQ(doubles(op::sum, skip), (std::vector<double>{-2, 1}));
    EXPECT_EQ(doubles(op::prod, skip), (std::vector<double>{-3, -40}));
    EXPECT_TRUE(std::isnan(doubles(op::min, {})[0]));
    EXPECT_EQ(doubles(op::min, {})[1], -5);
    EXPECT_EQ(along_axis<std::int64_t>(op::argmin, array, 1), (std::vector<std::int64_t>{1, 1}));
    EXPECT_EQ(along_axis<std::int64_t>(op::argmin, array, 1, skip), (std::vector<std::int64_t>{2, 1}));
  });
}

// Read through a stride of zero, so that no memory of that size is needed.
TEST(case_A12, more_than_2_to_the_31_elements) {
  const std::int64_t count = 2147483649;
  const std::uint8_t one = 1;
  EXPECT_EQ(reduced<std::uint64_t>(op::sum, array_view(dtype::uint8, &one, {count}, {0})),
            static_cast<std::uint64_t>(count));
  reduction zeros(op::argmax, dtype::uint8);
  const std::uint8_t zero = 0;
  zeros.add(array_view(dtype::uint8, &zero, {2147483652}, {0}));
  zeros.add(array_view(dtype::uint8, &one, {1}));
  EXPECT_EQ(zeros.finish().values[0].as<std::int64_t>(), 2147483652);
}

TEST(case_A14, small_integers_sum_in_64_bits) {
  EXPECT_EQ(reduced<std::uint64_t>(op::sum, std::vector<std::uint8_t>(552, 1)), 552u);
  EXPECT_EQ(reduced<std::int64_t>(op::sum, std::vector<std::int8_t>(5058, 1)), 5058);
  EXPECT_EQ(reduced<std::int64_t>(op::sum, std::vector<std::int16_t>(100'000, INT16_MIN)), -3'276'800'000);
  EXPECT_EQ(reduced<std::uint64_t>(op::sum, std::vector<std::uint16_t>(100'000, UINT16_MAX)), 6'553'500'000u);
  EXPECT_EQ(reduced<std::int64_t>(op::sum, std::vector<std::int32_t>(100'000, INT32_MIN)), -214'748'364'800'000);
}

TEST(case_A15, integer_dots_never_wrap_silently) {
  std::vector<std::int64_t> a(4'000'000);
  std::iota(a.begin(), a.end(), 0);
  std::vector<std::int64_t> b(a);
  for (std::int64_t& value : b) value *= 2;
  try {
    reduce(op::dot, view_of_vector(a), view_of_vector(b));
    FAIL() << "expected an error";
  } catch (const error& thrown) {
    EXPECT_STREQ(thrown.what(), "dot is 42666650666668000000, which does not fit int64");
  }
  const result wrapped = reduce(op::dot, view_of_vector(a), view_of_vector(b), {.overflow = overflow::wrap});
  EXPECT_EQ(wrapped.values[0].as<std::int64_t>(), 5773162519248896768);
}

TEST(case_A16, norms_neither_overflow_nor_vanish_on_the_way) {
  for (const accuracy how : {accuracy::exact, accuracy::fast}) {
    const options choice{.accuracy = how};
    EXPECT_EQ(static_cast<float>(reduced<float16>(op::norm, list<float16>({600, 800}), choice)), 1000);
    EXPECT_EQ(reduced<double>(op::norm, std::vector<double>{1e200, 1e200}, choice), std::sqrt(2.0) * 1e200);
    EXPECT_EQ(reduced<double>(op::norm, std::vector<std::int16_t>{0, 0, 256}, choice), 256);
    EXPECT_EQ(reduced<double>(op::norm, std::vector<double>(4, 1e-200), choice), 2e-200);
    EXPECT_EQ(reduced<float>(op::norm, std::vector<float>(4, 1e-40f), choice), 2 * 1e-40f);
    EXPECT_EQ(reduced<float>(op::norm, std::vector<float>(4, 1e38f), choice), 2e38f);
  }
}

TEST(case_A18, variances_of_close_values) {
  const std::vector<float> close = {996.52f, 996.57f, 996.53f, 996.51f, 996.51f, 996.5f, 996.5f, 996.5f};
  EXPECT_NEAR(reduced<float>(op::var, close, {.ddof = 1}), 5.644724e-4f, 1e-10f);
  const std::vector<double> first = {11.73, 11.56, 12.55, 12.46, 12.18};
  const std::vector<double> second = {18.02, 12.12, 12.74, 12.79, 12.80, 12.22, 12.22};
  for (const accuracy how : {accuracy::exact, accuracy::fast}) {
    reduction merged(op::var, dtype::float64, {.accuracy = how});
    merged.add(view_of_vector(first));
    merged.add(view_of_vector(second));
    EXPECT_NEAR(merged.finish().values[0].as<double>(), 2.63571875, 1e-12);
  }
}

TEST(case_A19, empty_arrays_and_axes) {
  const float nothing = 0;
  const array_view three_columns(dtype::float32, &nothing, {0, 3});
  EXPECT_EQ(along_axis<float>(op::min, three_columns, 1), std::vector<float>());
  EXPECT_THROW(along_axis<float>(op::min, three_columns, 0), error);
  const array_view two_rows(dtype::float32, &nothing, {2, 0});
  EXPECT_EQ(along_axis<float>(op::sum, two_rows, 1), (std::vector<float>{0, 0}));
  EXPECT_EQ(along_axis<float>(op::prod, two_rows, 1), (std::vector<float>{1, 1}));
  EXPECT_EQ(along_axis<bool>(op::any, two_rows, 1), (std::vector<bool>{false, false}));
  EXPECT_EQ(along_axis<bool>(op::all, two_rows, 1), (std::vector<bool>{true, true}));
  for (const op operation : {op::min, op::max, op::minmax, op::argmin, op::argmax}) {
    EXPECT_THROW(reduce(operation, two_rows), error);
    EXPECT_THROW(reduction(operation, dtype::int8).finish(), error);
  }
  EXPECT_TRUE(std::isnan(reduced<double>(op::mean, std::vector<int>())));
  EXPECT_EQ(reduced<std::int64_t>(op::sum, std::vector<int>()), 0);
}

TEST(case_A20, signed_zeros) {
  for_each_float([](auto type) {
    using T = decltype(type);
    const T negative = from<T>(-0.0);
    const T positive = from<T>(0.0);
    for (const std::size_t count : {2u, 7u, 8u, 31u, 1000u, 5000u}) {
      std::vector<T> zeros(count, negative);
      EXPECT_TRUE(same_bits(reduced<T>(op::sum, zeros), negative));
      EXPECT_TRUE(same_bits(reduced<T>(op::mean, zeros), negative));
      for (const std::size_t at : {std::size_t{0}, count / 2, count - 1}) {
        std::vector<T> mixed(count, negative);
        mixed[at] = positive;
        EXPECT_TRUE(same_bits(reduced<T>(op::min, mixed), negative));
        EXPECT_TRUE(same_bits(reduced<T>(op::max, mixed), positive));
        EXPECT_TRUE(same_bits(reduced<T>(op::sum, mixed), positive));
        EXPECT_EQ(reduced<std::int64_t>(op::argmin, mixed), 0);
        EXPECT_EQ(reduced<std::int64_t>(op::argmax, mixed), 0);
      }
    }
    EXPECT_TRUE(same_bits(reduced<T>(op::sum, std::vector<T>()), positive));
  });
}

TEST(case_A21, complex_numbers_have_no_order) {
  const std::vector<std::complex<double>> values = {{.5, 3.7}, {.7, nan_value}, {nan_value, -3.9}};
  for (const op operation : {op::min, op::max, op::minmax, op::argmin, op::argmax}) {
    EXPECT_THROW(reduce(operation, view_of_vector(values)), error);
    EXPECT_THROW(reduction(operation, dtype::complex64), error);
  }
}

TEST(case_A22, truth_is_not_bitwise) {
  const auto truths = [](const auto& values) {
    return std::array{reduced<bool>(op::all, values), reduced<bool>(op::any, values)};
  };
  EXPECT_EQ(truths(std::vector<std::uint8_t>{1, 2}), (std::array{true, true}));
  EXPECT_EQ(truths(std::vector<std::uint8_t>{2, 4}), (std::array{true, true}));
  EXPECT_EQ(reduced<std::int64_t>(op::count_nonzero, std::vector<std::uint8_t>{1, 2}), 2);
  for_each_float([&](auto type) {
    using T = decltype(type);
    EXPECT_EQ(truths(list<T>({nan_value})), (std::array{true, true}));
    EXPECT_EQ(truths(list<T>({-0.0})), (std::array{false, false}));
    EXPECT_EQ(reduced<std::int64_t>(op::count_nonzero, list<T>({nan_value, 0, -0.0, 1})), 2);
  });
}

// Keeps the first of the greatest: associative, not commutative.
struct numbered {
  double value;
  std::int64_t index;
};
struct first_greatest {
  numbered operator()(const numbered& a, const numbered& b) const { return b.value > a.value ? b : a; }
};

TEST(case_A23, custom_operators) {
  for (const std::size_t count : {1000u, 1'000'000u}) {
    std::vector<numbered> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back({i == 0 ? 0.0 : 1.0, static_cast<std::int64_t>(i)});
    EXPECT_EQ(warpfold::reduce(values, first_greatest()).index, 1);
  }
  for (int a = 1; a <= 16; ++a) EXPECT_EQ(warpfold::reduce(std::vector<int>(1, 1), a, std::plus<>()), a + 1);
  const std::vector<float> halves(10, .5f);
  EXPECT_EQ(warpfold::reduce(halves, 0, std::plus<>()), 5.0f);
}

TEST(case_A24, unaligned_elements) {
  std::vector<float> ramp(1026);
  std::iota(ramp.begin(), ramp.end(), -1.0f);
  EXPECT_EQ(reduced<float>(op::sum, array_view(dtype::float32, ramp.data() + 1, {1025})), 524800);
  std::vector<std::byte> bytes(2 * 1025 + 1);
  for (std::size_t i = 0; i < 1025; ++i) {
    const float16 half(static_cast<float>(i % 64));
    std::memcpy(bytes.data() + 1 + 2 * i, &half, 2);
  }
  EXPECT_EQ(static_cast<float>(reduced<float16>(op::sum, array_view(dtype::float16, bytes.data() + 1, {1025}))), 32256);
}

TEST(case_A25, every_run_gives_the_same_bits) {
  std::vector<float> values(1'000'000);
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] = static_cast<float>(std::fmod(static_cast<double>(k) * 3.14159265358979323846, 1.0));
  }
  for (const accuracy how : {accuracy::exact, accuracy::fast}) {
    const float first = reduced<float>(op::sum, values, {.accuracy = how});
    EXPECT_NEAR(first, 500018.57f, 0.1f);
    for (int run = 0; run < 100; ++run) {
      EXPECT_TRUE(same_bits(reduced<float>(op::sum, values, {.accuracy = how, .threads = run % 5}), first));
    }
  }
}

TEST(case_A26, fortran_order) {
  std::vector<std::int64_t> values(24);
  // Element (i, j, k) is 12 i + 4 j + k, and lies at i + 2 j + 6 k.
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      for (std::int64_t k = 0; k < 4; ++k) values[static_cast<std::size_t>(i + 2 * j + 6 * k)] = 12 * i + 4 * j + k;
    }
  }
  for (const auto& [j, expected] : {std::pair{0, 60}, {1, 92}, {2, 124}}) {
    const array_view plane(dtype::int64, values.data() + 2 * j, {2, 4}, {8, 48});
    EXPECT_EQ(reduced<std::int64_t>(op::sum, plane), expected);
  }
  const array_view whole(dtype::int64, values.data(), {2, 3, 4}, {8, 16, 48});
  EXPECT_EQ(reduced<std::int64_t>(op::argmax, whole), 23);
}

// Parts that are combined, whoever reduced them.
TEST(case_A27, unsigned_parts) {
  const auto of_parts = [](op operation, std::uint64_t a, std::uint64_t b) {
    reduction parts(operation, dtype::uint64);
    parts.add(array_view(dtype::uint64, &a, {1}));
    parts.add(array_view(dtype::uint64, &b, {1}));
    return parts.finish().values[0].as<std::uint64_t>();
  };
  EXPECT_EQ(of_parts(op::max, std::uint64_t{1} << 63, 1), std::uint64_t{1} << 63);
  EXPECT_EQ(of_parts(op::min, UINT64_MAX, 0), 0u);
}

TEST(case_A28, nan_in_any_part) {
  for_each_float([](auto type) {
    using T = decltype(type);
    for (std::size_t at = 0; at < 4; ++at) {
      for (const op operation : {op::min, op::max, op::sum, op::prod, op::norm, op::logsumexp}) {
        reduction parts(operation, dtype_of<T>);
        for (std::size_t part = 0; part < 4; ++part) {
          const T value = from<T>(part == at ? nan_value : 1);
          parts.add(array_view(dtype_of<T>, &value, {1}));
        }
        EXPECT_TRUE(std::isnan(static_cast<double>(parts.finish().values[0].template as<T>()))) << name_of(operation);
      }
    }
  });
}

TEST(case_A29, uneven_parts) {
  std::vector<std::int32_t> values(12);
  std::iota(values.begin(), values.end(), 1);
  reduction parts(op::sum, dtype::int32);
  for (const auto& [first, count] : {std::pair{0, 5}, {5, 5}, {10, 2}}) {
    parts.add(array_view(dtype::int32, values.data() + first, {count}));
  }
  EXPECT_EQ(parts.finish().values[0].as<std::int64_t>(), 78);
}

}  // namespace
}  // namespace warpfold::test
