// What the 16-bit floats should be, in arithmetic that is exact: every value of both formats, and every midpoint of two
// neighbours, is a double.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpfold::test {

// A binary format of 16 bits: sign, ExponentBits, significand.
template <int ExponentBits>
struct half_reference {
  static constexpr int significand_bits = 15 - ExponentBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr std::uint16_t infinity = ((1 << ExponentBits) - 1) << significand_bits;

  static bool is_nan(std::uint16_t bits) { return (bits & 0x7fff) > infinity; }

  // The value of a pattern that is not a NaN; infinity counts as the power of two that would come next.
  static double magnitude(std::uint16_t bits) {
    const int exponent = (bits & 0x7fff) >> significand_bits;
    const int fraction = bits & ((1 << significand_bits) - 1);
    if (exponent == 0) return std::ldexp(fraction, 1 - bias - significand_bits);
    return std::ldexp(fraction + (1 << significand_bits), exponent - bias - significand_bits);
  }

  // The pattern nearest to a value that is not a NaN; of two, the even one. By bisection over all patterns.
  static std::uint16_t nearest(float value) {
    const double wanted = std::fabs(static_cast<double>(value));
    std::uint16_t below = 0, above = infinity;
    while (above - below > 1) {
      const auto middle = static_cast<std::uint16_t>((above + below) / 2);
      (magnitude(middle) <= wanted ? below : above) = middle;
    }
    const double midpoint = (magnitude(below) + magnitude(above)) / 2;
    const bool up = wanted > midpoint || (wanted == midpoint && (above & 1) == 0);
    return static_cast<std::uint16_t>((up ? above : below) | (std::signbit(value) ? 0x8000 : 0));
  }
};

// Converts every pattern to float and back.
template <class Half, class Reference>
void expect_every_pattern_converts() {
  for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const auto single = static_cast<float>(Half::from_bits(bits));
    const bool negative = bits & 0x8000;
    ASSERT_EQ(std::signbit(single), negative) << bits;
    ASSERT_EQ(std::isnan(single), Reference::is_nan(bits)) << bits;
    if (Reference::is_nan(bits)) {
      ASSERT_TRUE(Reference::is_nan(Half(single).bits)) << bits;
      continue;
    }
    const bool infinite = (bits & 0x7fff) == Reference::infinity;
    ASSERT_EQ(std::fabs(single), infinite ? std::numeric_limits<float>::infinity() : Reference::magnitude(bits))
        << bits;
    ASSERT_EQ(static_cast<double>(Half::from_bits(bits)), static_cast<double>(single)) << bits;
    ASSERT_EQ(Half(single).bits, bits);
  }
}

// Converts the midpoint of every two neighbours, and the floats on either side of it, with both signs.
template <class Half, class Reference>
void expect_every_midpoint_rounds_to_even() {
  for (std::uint16_t below = 0; below < Reference::infinity; ++below) {
    const auto above = static_cast<std::uint16_t>(below + 1);
    const auto midpoint = static_cast<float>((Reference::magnitude(below) + Reference::magnitude(above)) / 2);
    const std::uint16_t even = below & 1 ? above : below;
    ASSERT_EQ(Half(midpoint).bits, even) << midpoint;
    ASSERT_EQ(Half(-midpoint).bits, even | 0x8000) << midpoint;
    ASSERT_EQ(Half(std::nextafter(midpoint, 0.0f)).bits, below) << midpoint;
    ASSERT_EQ(Half(std::nextafter(midpoint, HUGE_VALF)).bits, above) << midpoint;
  }
}

// Converts floats whose upper half is every pattern and whose lower half meets every rounding.
template <class Half, class Reference>
void expect_floats_round_to_nearest() {
  for (std::uint32_t upper = 0; upper <= 0xffff; ++upper) {
    for (const std::uint32_t lower :
         {0x0000u, 0x0001u, 0x0fffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      const auto single = std::bit_cast<float>(upper << 16 | lower);
      if (std::isnan(single)) {
        ASSERT_TRUE(Reference::is_nan(Half(single).bits)) << upper << ' ' << lower;
        ASSERT_EQ(Half(single).bits >> 15, upper >> 15);
      } else {
        ASSERT_EQ(Half(single).bits, Reference::nearest(single)) << single;
      }
    }
  }
}

// Compares values of every kind with each other, as floats compare.
template <class Half>
void expect_order_of_floats() {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::array values = {-infinity, -2.0f, -0x1p-14f, -0.0f, 0.0f, 0x1p-14f, 1.5f, infinity, std::nanf("")};
  for (const float a : values) {
    for (const float b : values) {
      EXPECT_EQ(Half(a) == Half(b), a == b) << a << ' ' << b;
      EXPECT_EQ(Half(a) < Half(b), a < b) << a << ' ' << b;
    }
  }
}

}  // namespace warpfold::test
