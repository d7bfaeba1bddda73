// Conversions to and from numbers of 4 and 6 bits and powers of 2 in 8 bits, against a search of all their values, and
// those that random bits round. The formats are those of the OCP Microscaling specification; no H200 has the
// instructions.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::test {
namespace {

struct small_format {
  const char* name;
  int exponent_bits, fraction_bits;
  int room;  // bits that each of two numbers has in the packed result

  // Of an encoding without sign.
  double value(int bits) const {
    const int fraction = bits & ((1 << fraction_bits) - 1), field = bits >> fraction_bits;
    const int bias = (1 << (exponent_bits - 1)) - 1;
    return field == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                      : std::ldexp(fraction + (1 << fraction_bits), field - bias - fraction_bits);
  }
  int count() const { return 1 << (exponent_bits + fraction_bits); }

  // The encoding whose value is nearest; of two, the even one. NaN gives the greatest.
  int nearest(float x, bool relu) const {
    if (std::isnan(x)) return count() - 1;
    if (relu && std::signbit(x)) return 0;
    const double magnitude = std::min(std::abs(static_cast<double>(x)), value(count() - 1));
    int best = 0;
    for (int bits = 1; bits < count(); ++bits) {
      const double here = std::abs(value(bits) - magnitude), there = std::abs(value(best) - magnitude);
      if (here < there || (here == there && bits % 2 == 0)) best = bits;
    }
    return best | (std::signbit(x) ? count() : 0);
  }
};
constexpr small_format formats[] = {{"e2m1x2", 2, 1, 4}, {"e2m3x2", 2, 3, 8}, {"e3m2x2", 3, 2, 8}};

// Every value of every format, the middles between neighbours and their neighbours, and what does not fit.
std::vector<float> interesting() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values = {infinity, std::nanf(""), 1e-30f, 1e30f, 0x1p-149f, 6.5f, 7.75f, 29.0f, 30.0f};
  for (const small_format& format : formats) {
    for (int bits = 0; bits + 1 < format.count(); ++bits) {
      const auto low = static_cast<float>(format.value(bits)), high = static_cast<float>(format.value(bits + 1));
      const float middle = (low + high) / 2;
      for (const float each : {low, middle, std::nextafter(middle, 0.0f), std::nextafter(middle, infinity), high}) {
        values.push_back(each);
      }
    }
  }
  for (std::size_t n = values.size(); n-- > 0;) values.push_back(-values[n]);
  return values;
}

std::uint64_t converted(const std::string& text, std::uint64_t a, std::uint64_t b = 0) {
  straight_line program(".reg .b32 a, b, d; .reg .b16 h; " + text);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    program.set("a", lane, a);
    program.set("b", lane, b);
    program.set("h", lane, a);
  }
  program.run();
  return program.get(text.find(" h, ") != std::string::npos ? "h" : "d", 17) & 0xffffffff;
}

TEST(small_formats, are_rounded_to_nearest_even_and_saturated) {
  const std::vector<float> values = interesting();
  for (const small_format& format : formats) {
    for (const bool relu : {false, true}) {
      const std::string text =
          std::string("cvt.rn.satfinite") + (relu ? ".relu." : ".") + format.name + ".f32 h, a, b;";
      for (std::size_t n = 0; n < values.size(); ++n) {
        const float a = values[n], b = values[values.size() - 1 - n];
        const int expected = format.nearest(a, relu) << format.room | format.nearest(b, relu);
        const std::uint64_t mask = format.room == 4 ? 0xff : 0xffff;
        ASSERT_EQ(converted(text, std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b)) & mask,
                  static_cast<std::uint64_t>(expected))
            << text << " of " << a << " and " << b;
      }
    }
  }
}

TEST(small_formats, widen_exactly) {
  for (const small_format& format : formats) {
    const std::string text = std::string("cvt.rn.f16x2.") + format.name + " d, h;";
    for (int bits = 0; bits < 2 * format.count(); ++bits) {
      const int low = bits, high = bits ^ format.count();
      const auto half = [&](int encoding) {
        const bool negative = encoding >= format.count();
        const double value = format.value(encoding % format.count());
        if (value == 0) return negative ? 0x8000u : 0u;
        int exponent = 0;
        const double fraction = std::frexp(value, &exponent);  // 0.5 to 1
        const auto significand = static_cast<unsigned>(std::ldexp(fraction, 11));
        return (negative ? 0x8000u : 0u) | static_cast<unsigned>(exponent + 14) << 10 | (significand & 0x3ff);
      };
      ASSERT_EQ(converted(text, static_cast<std::uint64_t>(high << format.room | low)), half(high) << 16 | half(low));
    }
  }
}

// |x| as a power of 2 between 2^-127 and 2^127, rounded toward zero or up; 255 is NaN, and without .satfinite infinity.
int power(float x, bool up, bool finite) {
  if (std::isnan(x)) return 255;
  const double magnitude = std::abs(static_cast<double>(x));
  if (std::isinf(x)) return finite ? 254 : 255;
  int bits = 0;
  while (bits < 254 && std::ldexp(1.0, bits + 1 - 127) <= magnitude) ++bits;
  if (up && std::ldexp(1.0, bits - 127) < magnitude) ++bits;
  return finite && bits == 255 ? 254 : bits;
}

TEST(powers_of_2, are_rounded_toward_zero_or_up) {
  std::vector<float> values = interesting();
  for (const float each : {0x1p-127f, 0x1.8p-127f, 0x1p-126f, 0x1.8p-126f, 0x1p127f, 0x1.8p127f, 0x1.8p-128f}) {
    values.push_back(each);
    values.push_back(-each);
  }
  for (const bool up : {false, true}) {
    for (const bool finite : {false, true}) {
      const std::string way = std::string(up ? ".rp" : ".rz") + (finite ? ".satfinite" : "");
      for (const float a : values) {
        const auto bits = std::bit_cast<std::uint32_t>(a);
        ASSERT_EQ(converted("cvt" + way + ".ue8m0x2.f32 h, a, b;", bits, 0x3f800000) & 0xffff,
                  static_cast<std::uint64_t>(power(a, up, finite) << 8 | 127))
            << way << " of " << a;
        const std::uint32_t shorter = bits & 0xffff0000;
        ASSERT_EQ(converted("cvt" + way + ".ue8m0x2.bf16x2 h, a;", shorter | 0x3f80) & 0xffff,
                  static_cast<std::uint64_t>(power(std::bit_cast<float>(shorter), up, finite) << 8 | 127));
      }
    }
  }
}

TEST(powers_of_2, widen_exactly) {
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    const std::uint32_t expected =
        bits == 255
            ? 0x7fff
            : std::bit_cast<std::uint32_t>(static_cast<float>(std::ldexp(1.0, static_cast<int>(bits) - 127))) >> 16;
    ASSERT_EQ(converted("cvt.rn.bf16x2.ue8m0x2 d, h;", bits << 8 | 127), std::uint64_t{expected} << 16 | 0x3f80);
  }
}

// cvt.rs: the random bits that a number's rounding takes, out of the operand.
struct random_share {
  int position, count;
  std::uint32_t of(std::uint32_t random) const { return random >> position & ((1u << count) - 1); }
};

struct drawn_format {
  small_format format;
  double greatest;
  std::vector<random_share> shares;  // of the numbers, the highest first

  // The value next to x, toward zero unless the random bits carry; what is too large becomes the greatest number.
  double drawn(float x, std::uint32_t random, const random_share& share) const {
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    const double magnitude = std::abs(static_cast<double>(x));
    if (magnitude == 0 || std::isinf(x)) return std::copysign(std::min(magnitude, greatest), x);
    const int exponent = std::max(std::ilogb(magnitude), 1 - bias);
    const double units = std::ldexp(magnitude, format.fraction_bits - exponent);
    const double cut_off = std::floor(std::ldexp(units - std::floor(units), share.count));
    const double whole = std::floor(units) + (cut_off + share.of(random) >= std::ldexp(1, share.count) ? 1 : 0);
    return std::copysign(std::min(std::ldexp(whole, exponent - format.fraction_bits), greatest), x);
  }

  double value(std::uint32_t bits) const {
    const auto magnitude = static_cast<int>(bits & static_cast<std::uint32_t>(format.count() - 1));
    return (bits & static_cast<std::uint32_t>(format.count())) != 0 ? -format.value(magnitude)
                                                                    : format.value(magnitude);
  }
};

const std::vector<drawn_format>& drawn_formats() {
  const std::vector<random_share> of_bytes = {{16, 16}, {16, 16}, {0, 16}, {0, 16}};
  static const std::vector<drawn_format> all = {
      {{"f16x2", 5, 10, 16}, 65504, {{16, 13}, {0, 13}}},
      {{"bf16x2", 8, 7, 16}, 0x1.fep127, {{16, 16}, {0, 16}}},
      {{"e5m2x4", 5, 2, 8}, 57344, of_bytes},
      {{"e4m3x4", 4, 3, 8}, 448, of_bytes},
      {{"e3m2x4", 3, 2, 8}, 28, of_bytes},
      {{"e2m3x4", 2, 3, 8}, 7.5, of_bytes},
      {{"e2m1x4", 2, 1, 4}, 6, {{24, 8}, {8, 8}, {16, 8}, {0, 8}}},
  };
  return all;
}

std::string drawing(const drawn_format& to, const std::string& way) {
  const std::string opcode = "cvt.rs" + way + "." + to.format.name + ".f32 ";
  const std::string destination = to.format.room == 4 ? "h" : "d";
  const std::string numbers = to.shares.size() == 4 ? "{v0, v1, v2, v3}" : "v0, v1";
  return ".reg .f32 v<4>; .reg .b32 random, d; .reg .b16 h; " + opcode + destination + ", " + numbers + ", random;";
}

// The packed results of lanes whose numbers begin at values[lane].
std::vector<std::uint64_t> drawn(const drawn_format& to, const std::string& way, const std::vector<float>& values,
                                 std::uint32_t random) {
  straight_line program(drawing(to, way));
  std::vector<std::uint64_t> results;
  for (std::size_t first = 0; first < values.size(); first += lanes_per_warp) {
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      program.set("random", lane, random);
      for (std::size_t n = 0; n < to.shares.size(); ++n) {
        const float value = values[(first + static_cast<std::size_t>(lane) + n) % values.size()];
        program.set("v" + std::to_string(n), lane, std::bit_cast<std::uint32_t>(value));
      }
    }
    program.run();
    for (int lane = 0; lane < lanes_per_warp && results.size() < values.size(); ++lane) {
      results.push_back(program.get(to.format.room == 4 ? "h" : "d", lane));
    }
  }
  return results;
}

std::vector<float> numbers_to_draw() {
  std::vector<float> values = interesting();
  std::erase_if(values, [](float x) { return std::isnan(x); });
  for (const float x : {1.0f / 3, 65519.9f, 65535.0f, 1e5f, 3e38f, 0x1.fp-15f, 0x1.23456p-16f, 0x1.23456p-130f}) {
    values.push_back(x);
    values.push_back(-x);
  }
  return values;
}

TEST(drawn_roundings, carry_away_from_zero) {
  const std::vector<float> values = numbers_to_draw();
  for (const drawn_format& to : drawn_formats()) {
    for (const std::uint32_t random : {0u, ~0u, 0x80008000u, 0x12345678u, 0x00ff7fffu, 0xfedc0001u}) {
      for (const bool relu : {false, true}) {
        const auto results = drawn(to, relu ? ".relu.satfinite" : ".satfinite", values, random);
        for (std::size_t n = 0; n < values.size(); ++n) {
          for (std::size_t k = 0; k < to.shares.size(); ++k) {
            const float x = values[(n + k) % values.size()];
            const double expected = relu && std::signbit(x) ? 0 : to.drawn(x, random, to.shares[k]);
            const auto place = static_cast<std::size_t>(to.format.room) * (to.shares.size() - 1 - k);
            const double found = to.value(static_cast<std::uint32_t>(results[n] >> place));
            ASSERT_EQ(found, expected) << to.format.name << " number " << k << " of " << x << ", random " << random;
            ASSERT_EQ(std::signbit(found), std::signbit(expected)) << to.format.name << " of " << x;
          }
        }
      }
    }
  }
}

// Halves that are not said to stay finite overflow when the random bits carry.
TEST(drawn_roundings, overflow_and_nan) {
  const drawn_format &half = drawn_formats()[0], &e5m2 = drawn_formats()[2], &e2m1 = drawn_formats().back();
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  EXPECT_EQ(drawn(half, "", {65519.9f}, ~0u).at(0), 0x7c007c00u);
  EXPECT_EQ(drawn(half, "", {65519.9f}, 0).at(0), 0x7bff7bffu);
  EXPECT_EQ(drawn(half, "", {-infinity}, 0).at(0), 0xfc00fc00u);
  EXPECT_EQ(drawn(half, ".satfinite", {nan}, 1).at(0), 0x7fff7fffu);
  EXPECT_EQ(drawn(e5m2, ".satfinite", {nan}, 1).at(0), 0x7f7f7f7fu);
  EXPECT_EQ(drawn(e2m1, ".satfinite", {nan}, 1).at(0), 0x7777u);
}

}  // namespace
}  // namespace warpfold::simt::test
