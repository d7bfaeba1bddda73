#include "warpfold/reduce/number/order_key.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace warpfold::test {
namespace {

// Of every 16-bit float: keys are ordered as values are, -0 below +0, NaNs outside.
template <class Half>
void check_all() {
  for (int bits = 0; bits < 1 << 16; ++bits) {
    const Half value = Half::from_bits(static_cast<std::uint16_t>(bits));
    const auto key = order_key(value);
    EXPECT_EQ(from_order_key<Half>(key).bits, value.bits);
    const bool nan = std::isnan(static_cast<float>(value));
    EXPECT_EQ(is_nan_key<Half>(key), nan);
    if (nan) continue;
    const Half next = from_order_key<Half>(static_cast<std::int16_t>(key + 1));
    if (std::isnan(static_cast<float>(next))) continue;
    EXPECT_LE(static_cast<float>(value), static_cast<float>(next));
    if (static_cast<float>(value) == static_cast<float>(next)) {
      EXPECT_TRUE(std::signbit(static_cast<float>(value)));
    }
  }
}

TEST(order_key, orders_every_16_bit_float) {
  check_all<float16>();
  check_all<bfloat16>();
}

TEST(order_key, orders_integers) {
  EXPECT_LT(order_key(std::uint8_t{127}), order_key(std::uint8_t{128}));
  EXPECT_LT(order_key(std::int8_t{-128}), order_key(std::int8_t{127}));
  EXPECT_EQ(order_key(UINT64_MAX), INT64_MAX);
  EXPECT_LT(order_key(false), order_key(true));
  EXPECT_EQ(from_order_key<bool>(order_key(true)), true);
  EXPECT_EQ(value_key(-0.0), value_key(0.0));
  EXPECT_EQ(magnitude_of(std::int8_t{-128}), 128);
  EXPECT_GT(magnitude_of(std::nanf("")), magnitude_of(-std::numeric_limits<float>::infinity()));
}

}  // namespace
}  // namespace warpfold::test
