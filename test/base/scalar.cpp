#include "warpfold/base/scalar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cstdlib>
#include <limits>

namespace warpfold::test {
namespace {

template <class T>
std::string text(T value) {
  return to_string(scalar(value));
}

TEST(scalar, returns_what_it_holds) {
  EXPECT_EQ(scalar(std::int8_t{-3}).as<std::int8_t>(), -3);
  EXPECT_EQ(scalar(std::complex(1.5, -2.0)).as<std::complex<double>>(), std::complex(1.5, -2.0));
  EXPECT_EQ(scalar(true).type(), dtype::boolean);
}

TEST(scalar, refuses_another_dtype_and_names_both) {
  EXPECT_THAT([] { scalar(1.0f).as<double>(); },
              ::testing::ThrowsMessage<error>("scalar is float32, expected float64"));
}

TEST(scalar, integers_are_written_in_full) {
  EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(text(std::int8_t{-128}), "-128");
  EXPECT_EQ(text(std::uint8_t{65}), "65");
  EXPECT_EQ(text(false), "false");
}

TEST(scalar, special_values_have_names) {
  EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(text(-std::numeric_limits<float>::infinity()), "-inf");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(text(-std::numeric_limits<float>::quiet_NaN()), "nan");
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(float16::from_bits(0xfc00)), "-inf");
  EXPECT_EQ(text(bfloat16::from_bits(0x7fc0)), "nan");
}

TEST(scalar, floats_are_written_as_short_as_reads_back) {
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(0.1f), "0.1");
  EXPECT_EQ(text(0x1p-1074), "5e-324");
  EXPECT_EQ(text(float16(0.1f)), "0.1");
  EXPECT_EQ(text(float16(65504.0f)), "65504");
  EXPECT_EQ(text(bfloat16(1.0f / 3)), "0.334");
}

TEST(scalar, exponents_are_for_the_very_small_and_the_very_large) {
  EXPECT_EQ(text(100000.0), "100000");
  EXPECT_EQ(text(-7.5e7), "-75000000");
  EXPECT_EQ(text(1e15), "1000000000000000");
  EXPECT_EQ(text(1e16), "1e+16");
  EXPECT_EQ(text(9007199254740993.0), "9007199254740992");
  EXPECT_EQ(text(0.0001), "0.0001");
  EXPECT_EQ(text(0.00001), "1e-05");
  EXPECT_EQ(text(1e7f), "10000000");
  EXPECT_EQ(text(1e8f), "1e+08");
  EXPECT_EQ(text(bfloat16(1e5f)), "99840");
}

template <class Half>
void expect_every_finite_half_reads_back() {
  for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
    const auto half = Half::from_bits(static_cast<std::uint16_t>(pattern));
    if (!std::isfinite(static_cast<float>(half))) continue;
    const std::string written = text(half);
    ASSERT_EQ(Half(std::strtof(written.c_str(), nullptr)).bits, half.bits) << written;
    ASSERT_LE(written.size(), 12u) << written;
  }
}

TEST(scalar, every_float16_reads_back) {
  expect_every_finite_half_reads_back<float16>();
}

TEST(scalar, every_bfloat16_reads_back) {
  expect_every_finite_half_reads_back<bfloat16>();
}

TEST(scalar, complex_numbers_carry_the_sign_of_both_parts) {
  EXPECT_EQ(text(std::complex(4.0, -2.0)), "4-2j");
  EXPECT_EQ(text(std::complex(-0.5f, 0.25f)), "-0.5+0.25j");
  EXPECT_EQ(text(std::complex(0.0, -0.0)), "0-0j");
  EXPECT_EQ(text(std::complex(1.0, std::numeric_limits<double>::quiet_NaN())), "1+nanj");
  EXPECT_EQ(text(std::complex(1.0, -std::numeric_limits<double>::infinity())), "1-infj");
}

}  // namespace
}  // namespace warpfold::test
