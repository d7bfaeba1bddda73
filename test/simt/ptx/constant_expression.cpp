#include "warpfold/simt/ptx/constant_expression.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "warpfold/base/error.hpp"

namespace warpfold::simt::ptx {
namespace {

const std::string source_name = "t.ptx";

constant value_of(const std::string& text) {
  token_stream in(text, source_name);
  const constant value = parse_constant(in);
  EXPECT_TRUE(in.at_end()) << text;
  return value;
}
std::int64_t integer_of(const std::string& text) {
  return static_cast<std::int64_t>(value_of(text).bits);
}

TEST(constant_expression, integers_of_every_base) {
  EXPECT_EQ(integer_of("42"), 42);
  EXPECT_EQ(integer_of("0x2a"), 42);
  EXPECT_EQ(integer_of("0X2AU"), 42);
  EXPECT_EQ(integer_of("052"), 42);
  EXPECT_EQ(integer_of("0b101010"), 42);
  EXPECT_EQ(integer_of("0"), 0);
  EXPECT_EQ(value_of("18446744073709551615").bits, ~std::uint64_t{0});
  EXPECT_TRUE(value_of("18446744073709551615").is_unsigned);
  EXPECT_TRUE(value_of("1U").is_unsigned);
  EXPECT_FALSE(value_of("9223372036854775807").is_unsigned);
  EXPECT_EQ(integer_of("WARP_SZ"), 32);
}

TEST(constant_expression, signs) {
  EXPECT_EQ(integer_of("-5"), -5);
  EXPECT_TRUE(value_of("-5").negative());
  EXPECT_FALSE(value_of("--5").negative());
  EXPECT_EQ(integer_of("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(value_of("-9223372036854775808").negative());
  EXPECT_EQ(integer_of("~0"), -1);
  EXPECT_EQ(integer_of("!3"), 0);
  EXPECT_EQ(integer_of("!0"), 1);
}

TEST(constant_expression, operators_bind_as_in_c) {
  EXPECT_EQ(integer_of("2+3*4"), 14);
  EXPECT_EQ(integer_of("(2+3)*4"), 20);
  EXPECT_EQ(integer_of("10-4-3"), 3);
  EXPECT_EQ(integer_of("1<<4|1"), 17);
  EXPECT_EQ(integer_of("6&3^1"), 3);
  EXPECT_EQ(integer_of("7/2"), 3);
  EXPECT_EQ(integer_of("-7/2"), -3);
  EXPECT_EQ(integer_of("-7 % 4"), -3);
  EXPECT_EQ(integer_of("1<2==1&&0||1"), 1);
  EXPECT_EQ(integer_of("3>=3!=0"), 1);
  EXPECT_EQ(integer_of("1?2:3"), 2);
  EXPECT_EQ(integer_of("0?2:0?3:4"), 4);
}

TEST(constant_expression, unsigned_operands_make_the_operation_unsigned) {
  EXPECT_EQ(integer_of("-1<1U"), 0);
  EXPECT_EQ(integer_of("-1<1"), 1);
  EXPECT_EQ(value_of("(.u64)-2/2").bits, 0x7fffffffffffffffu);
  EXPECT_EQ(integer_of("(.s64)0xffffffffffffffff>>1"), -1);
  EXPECT_EQ(value_of("0xffffffffffffffff>>1").bits, ~std::uint64_t{0} >> 1);
}

TEST(constant_expression, edges_are_defined) {
  EXPECT_EQ(integer_of("1<<64"), 0);
  EXPECT_EQ(integer_of("-1>>100"), -1);
  EXPECT_EQ(integer_of("(-9223372036854775807-1)/-1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(integer_of("9223372036854775807+1"), std::numeric_limits<std::int64_t>::min());
}

TEST(constant_expression, floating_point_numbers_keep_their_bits) {
  EXPECT_EQ(value_of("1.5").real.value, 1.5);
  EXPECT_EQ(value_of("-1e-3").real.value, -1e-3);
  const constant one = value_of("0f3F800000");
  EXPECT_TRUE(one.real.single);
  EXPECT_EQ(one.real.bits, 0x3f800000u);
  EXPECT_EQ(one.real.value, 1.0);
  EXPECT_EQ(value_of("0f7fc01234").real.bits, 0x7fc01234u);
  EXPECT_EQ(value_of("-0f00000000").real.bits, 0x80000000u);
  EXPECT_EQ(value_of("0d7FF8000000000001").real.bits, 0x7ff8000000000001u);
}

TEST(constant_expression, rejects_what_has_no_value) {
  for (const char* text : {"1/0", "1%(2-2)", "08", "0b2", "0x", "0xg", "18446744073709551616", "0f3f80000", "0d3ff",
                           "1.5+1", "~1.0", "1e999", "(1", "1+", "?", "12abc", "1 ? 2"}) {
    EXPECT_THROW(value_of(text), error) << text;
  }
}

TEST(constant_expression, nesting_is_bounded) {
  EXPECT_EQ(integer_of(std::string(50, '(') + "7" + std::string(50, ')')), 7);
  for (const char* opening : {"(", "-", "~", "!", "1?", "1+("}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += opening;
    EXPECT_THROW(value_of(text), error) << opening;
  }
}

TEST(constant_expression, offsets_wrap) {
  const std::string text = "+4+-8-1";
  token_stream in(text, source_name);
  EXPECT_EQ(parse_offset(in), -5);
}

}  // namespace
}  // namespace warpfold::simt::ptx
