#include "warpfold/files/decimal.hpp"

#include <gmpxx.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "test/files/contents.hpp"

namespace warpfold::test {
namespace {

using files::decimal_status;
using files::read_whole_decimal;

template <class T>
T parsed(std::string_view text) {
  T value{};
  EXPECT_EQ(read_whole_decimal(text, value), decimal_status::ok) << text;
  return value;
}

template <class T>
decimal_status status_of(std::string_view text) {
  T value{};
  return read_whole_decimal(text, value);
}

// The magnitude that a decimal means, exactly.
mpq_class exact(std::string text) {
  if (text.front() == '-' || text.front() == '+') text.erase(0, 1);
  const std::size_t e = text.find_first_of("eE");
  long exponent = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  std::string digits = text.substr(0, e);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  mpq_class value(mpz_class(digits, 10));
  return exponent < 0 ? mpq_class(value / power) : mpq_class(value * power);
}

// A float's bits as an integer that grows with its magnitude, and back.
template <class T>
auto bits_of(T value) {
  if constexpr (sizeof(T) == 2)
    return value.bits;
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<std::uint32_t>(value);
  else
    return std::bit_cast<std::uint64_t>(value);
}
template <class T>
T from_bits(decltype(bits_of(T())) bits) {
  if constexpr (sizeof(T) == 2)
    return T::from_bits(bits);
  else
    return std::bit_cast<T>(bits);
}
template <class T>
constexpr int digits = 0;
template <>
constexpr int digits<float16> = 11;
template <>
constexpr int digits<bfloat16> = 8;
template <>
constexpr int digits<float> = 24;
template <>
constexpr int digits<double> = 53;

// The magnitude of positive bits, exactly; one step beyond the largest number is the next power of two.
template <class T>
mpq_class magnitude(std::uint64_t bits) {
  const std::uint64_t significand_mask = (std::uint64_t{1} << (digits<T> - 1)) - 1;
  const auto exponent = static_cast<long>(bits >> (digits<T> - 1));
  const long bias = (1L << (8 * sizeof(T) - digits<T> - 1)) - 1 + digits<T> - 1;
  const std::uint64_t significand = (bits & significand_mask) | (exponent ? significand_mask + 1 : 0);
  const long scale = std::max(exponent, 1L) - bias;
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 2, static_cast<unsigned long>(std::labs(scale)));
  const mpq_class value{mpz_class(static_cast<unsigned long>(significand))};
  return scale < 0 ? mpq_class(value / power) : mpq_class(value * power);
}

// Checks that no other value of T lies nearer, and that a tie went to the even one.
template <class T>
void expect_nearest(const std::string& text) {
  const T value = parsed<T>(text);
  const auto sign = static_cast<decltype(bits_of(T()))>(std::uint64_t{1} << (8 * sizeof(T) - 1));
  EXPECT_EQ((bits_of(value) & sign) != 0, text.front() == '-') << text;
  const std::uint64_t bits = bits_of(value) & static_cast<decltype(bits_of(T()))>(~sign);
  const mpq_class truth = exact(text);
  const mpq_class found = magnitude<T>(bits);
  const bool odd = (bits & 1u) != 0;
  if (bits > 0) {
    const mpq_class middle = (found + magnitude<T>(bits - 1)) / 2;
    EXPECT_TRUE(truth > middle || (truth == middle && !odd)) << text << " rounded up";
  }
  const bool infinite = bits == bits_of(T(std::numeric_limits<float>::infinity()));
  if (!infinite) {
    const mpq_class middle = (found + magnitude<T>(bits + 1)) / 2;
    EXPECT_TRUE(truth < middle || (truth == middle && !odd)) << text << " rounded down";
  }
}

void expect_nearest_of_every_type(const std::string& text) {
  expect_nearest<float16>(text);
  expect_nearest<bfloat16>(text);
  expect_nearest<float>(text);
  expect_nearest<double>(text);
}

std::string decimal_of(const mpq_class& value) {
  // A power of two divides some power of ten, so that the expansion ends.
  mpz_class numerator = value.get_num();
  const auto places = static_cast<unsigned>(mpz_sizeinbase(value.get_den_mpz_t(), 2) - 1);
  for (unsigned i = 0; i < places; ++i) numerator *= 5;
  return numerator.get_str() + "e-" + std::to_string(places);
}

TEST(case_C13_decimals, long_decimals) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(parsed<double>("0.3")), 0x3FD3333333333333u);
  EXPECT_EQ(parsed<double>("40.73777000000001"), 40.73777000000001);
  EXPECT_EQ(parsed<std::int64_t>("1111111111111111111"), 1111111111111111111);
  for (const char* text :
       {"40.73777000000001", "0.3", "1111111111111111111", "0.1", "9007199254740993", "1e23", "8.5e-324",
        "2.4703282292062327208e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1.7976931348623158e308",
        "1.7976931348623159e308", "179769313486231580793e289"}) {
    expect_nearest_of_every_type(text);
  }
}

TEST(decimal, random_decimals_round_once) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text = random() % 2 ? "-" : "";
    const int before = static_cast<int>(random() % 6);
    const int after = static_cast<int>(random() % 25);
    for (int d = 0; d <= before; ++d) text += static_cast<char>('0' + random() % 10);
    if (after != 0) text += '.';
    for (int d = 0; d < after; ++d) text += static_cast<char>('0' + random() % 10);
    if (random() % 2) text += "e" + std::to_string(static_cast<int>(random() % 90) - 50);
    expect_nearest_of_every_type(text);
  }
}

// The middle of two neighbours, and the least there is above and below it.
template <class T>
void expect_ties_to_even(std::uint64_t bits) {
  const mpq_class middle = (magnitude<T>(bits) + magnitude<T>(bits + 1)) / 2;
  const std::string tie = decimal_of(middle);
  const std::string digits_only = tie.substr(0, tie.find('e'));
  const std::string exponent = tie.substr(tie.find('e'));
  expect_nearest<T>(tie);
  expect_nearest<T>("-" + tie);
  expect_nearest<T>(digits_only + ".0000000000000000000000000000000000000000000000000000000001" + exponent);
  expect_nearest<T>(mpz_class(mpz_class(digits_only) - 1).get_str() + ".99999999999999999999999999999999999" +
                    exponent);
  expect_nearest<T>("000" + digits_only + ".000" + exponent);
}

TEST(decimal, ties_of_float16) {
  for (std::uint64_t bits = 0; bits < 0x7c00u; bits += bits < 64 || bits > 0x7bc0u ? 1 : 61) {
    expect_ties_to_even<float16>(bits);
  }
}

TEST(decimal, ties_of_bfloat16) {
  for (std::uint64_t bits = 0; bits < 0x7f80u; bits += bits < 64 || bits > 0x7f60u ? 1 : 61) {
    expect_ties_to_even<bfloat16>(bits);
  }
}

TEST(decimal, ties_of_float32_and_float64) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 300; ++i) {
    expect_ties_to_even<float>(random() % 0x7f800000u);
    expect_ties_to_even<double>(random() % 0x7ff0000000000000u);
  }
  expect_ties_to_even<float>(0x7f7fffffu);
  expect_ties_to_even<double>(0x7fefffffffffffffu);
}

TEST(decimal, what_floats_look_like) {
  for (const char* text : {"1.5", "+1.5", "01.5", "1.50", "15e-1", "15E-1", ".15e1", ".15e+1", "1500e-3"}) {
    EXPECT_EQ(parsed<double>(text), 1.5) << text;
    EXPECT_EQ(parsed<float16>(text), float16(1.5f)) << text;
  }
  EXPECT_EQ(parsed<double>("5."), 5);
  EXPECT_TRUE(std::signbit(parsed<double>("-0")));
  for (const char* text : {"inf", "Inf", "INF", "+inf", "infinity", "Infinity", "1e999"}) {
    EXPECT_EQ(parsed<double>(text), std::numeric_limits<double>::infinity()) << text;
    EXPECT_EQ(parsed<float16>(text).bits, 0x7c00) << text;
    EXPECT_EQ(parsed<bfloat16>(text).bits, 0x7f80) << text;
  }
  EXPECT_EQ(parsed<double>("-inf"), -std::numeric_limits<double>::infinity());
  for (const char* text : {"nan", "NaN", "-nan", "NAN"}) EXPECT_TRUE(std::isnan(parsed<double>(text))) << text;
  for (const char* text :
       {"",      "+",   "-",   ".",   "e5",  "1e", "1e+",  "1.5.5", "1,5",   "1 5",  "1_0", "0x10",       "1.5f",
        "1.5d0", "++1", "+-1", "--1", "- 1", "NA", "null", "none",  "1'000", "infi", "١",   "1.5\xc2\xa0"}) {
    EXPECT_EQ(status_of<double>(text), decimal_status::not_a_number) << text;
    EXPECT_EQ(status_of<float16>(text), decimal_status::not_a_number) << text;
  }
}

template <class T>
void expect_integer_range() {
  const mpz_class least = std::is_signed_v<T> ? mpz_class(-(mpz_class(1) << (8 * sizeof(T) - 1))) : mpz_class(0);
  const mpz_class greatest = (mpz_class(1) << (8 * sizeof(T) - (std::is_signed_v<T> ? 1 : 0))) - 1;
  EXPECT_EQ(parsed<T>(least.get_str()), std::numeric_limits<T>::min());
  EXPECT_EQ(parsed<T>(greatest.get_str()), std::numeric_limits<T>::max());
  EXPECT_EQ(parsed<T>("+" + greatest.get_str()), std::numeric_limits<T>::max());
  EXPECT_EQ(parsed<T>("000" + greatest.get_str()), std::numeric_limits<T>::max());
  EXPECT_EQ(status_of<T>(mpz_class(greatest + 1).get_str()), decimal_status::out_of_range);
  EXPECT_EQ(status_of<T>(std::string(400, '9')), decimal_status::out_of_range);
  EXPECT_NE(status_of<T>(mpz_class(least - 1).get_str()), decimal_status::ok);
  for (const char* text : {"", "-", "1.0", "1e3", "1.", " 1", "1 ", "0x1", "true", "nan", "inf", "--1", "+-1", "1-"}) {
    EXPECT_EQ(status_of<T>(text), decimal_status::not_a_number) << text;
  }
}

TEST(case_C13_decimals, integers_are_exact_and_never_wrap) {
  expect_integer_range<std::int8_t>();
  expect_integer_range<std::int16_t>();
  expect_integer_range<std::int32_t>();
  expect_integer_range<std::int64_t>();
  expect_integer_range<std::uint8_t>();
  expect_integer_range<std::uint16_t>();
  expect_integer_range<std::uint32_t>();
  expect_integer_range<std::uint64_t>();
}

TEST(decimal, booleans) {
  for (const char* text : {"1", "true", "True", "TRUE"}) EXPECT_TRUE(parsed<bool>(text));
  for (const char* text : {"0", "false", "False", "FALSE"}) EXPECT_FALSE(parsed<bool>(text));
  for (const char* text : {"", "2", "01", "1.0", "t", "yes", "truee", "tru", "-1"}) {
    EXPECT_EQ(status_of<bool>(text), decimal_status::not_a_number) << text;
  }
}

TEST(decimal, complex_numbers) {
  using complex = std::complex<double>;
  EXPECT_EQ(parsed<complex>("2"), complex(2, 0));
  EXPECT_EQ(parsed<complex>("2+3j"), complex(2, 3));
  EXPECT_EQ(parsed<complex>("(2-3j)"), complex(2, -3));
  EXPECT_EQ(parsed<complex>("-2.5e1-3e-1J"), complex(-25, -0.3));
  EXPECT_EQ(parsed<complex>("3j"), complex(0, 3));
  EXPECT_EQ(parsed<complex>("(1+-2j)"), complex(1, -2));
  EXPECT_EQ(parsed<std::complex<float>>("0.1+0.2j"), std::complex<float>(0.1f, 0.2f));
  for (const char* text :
       {"", "()", "j", "2+j", "2+3", "2+3i", "(2", "2)", "2+3j4", "2++3j", "2j+3j", "2 + 3j", "(2+3j)x"}) {
    EXPECT_EQ(status_of<complex>(text), decimal_status::not_a_number) << text;
  }
}

TEST(decimal, resemblance) {
  for (const char* text : {"1", "-1.5", "inf", "NaN", "true", "2j", "1 2 3", "12abc", "-.5;6", "(1", "1/2/2024"}) {
    EXPECT_TRUE(files::resembles_decimal(text)) << text;
  }
  for (const char* text : {"", "x", "name", "info", "truth", "_1", "#1", "-", "-x", "e5", "温度"}) {
    EXPECT_FALSE(files::resembles_decimal(text)) << text;
  }
}

}  // namespace
}  // namespace warpfold::test
