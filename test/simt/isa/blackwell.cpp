// Forms of sm_100, which no recorded GPU has.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::test {
namespace {

std::uint64_t pair(float low, float high) {
  return std::bit_cast<std::uint32_t>(low) | std::uint64_t{std::bit_cast<std::uint32_t>(high)} << 32;
}

std::uint64_t of_pairs(const std::string& opcode, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const bool three = opcode.substr(0, 3) == "fma";
  straight_line program(".reg .b64 a, b, c, d; " + opcode + " d, a, b" + (three ? ", c;" : ";"));
  program.set("a", 3, a);
  program.set("b", 3, b);
  program.set("c", 3, c);
  program.run();
  return program.get("d", 3);
}

TEST(blackwell, two_floats_at_once) {
  const std::uint64_t a = pair(1.5f, -2.0f), b = pair(0.25f, 1e30f), c = pair(-0.375f, 3.0f);
  EXPECT_EQ(of_pairs("add.f32x2", a, b, c), pair(1.75f, -2.0f + 1e30f));
  EXPECT_EQ(of_pairs("sub.rn.f32x2", a, b, c), pair(1.25f, -2.0f - 1e30f));
  EXPECT_EQ(of_pairs("mul.rn.f32x2", a, b, c), pair(0.375f, -2e30f));
  EXPECT_EQ(of_pairs("fma.rn.f32x2", a, b, c), pair(0.0f, std::fma(-2.0f, 1e30f, 3.0f)));
  EXPECT_EQ(of_pairs("mul.rz.f32x2", pair(1.1f, -1.1f), pair(1.1f, 1.1f), 0), pair(0x1.35c290p+0f, -0x1.35c290p+0f));
  EXPECT_EQ(of_pairs("add.ftz.f32x2", pair(1e-40f, 1.0f), pair(0, 1e-40f), 0), pair(0, 1.0f));
}

std::uint32_t of_three(const std::string& opcode, float a, float b, float c) {
  straight_line program(".reg .f32 a, b, c, d; " + opcode + " d, a, b, c;");
  program.set("a", 9, std::bit_cast<std::uint32_t>(a));
  program.set("b", 9, std::bit_cast<std::uint32_t>(b));
  program.set("c", 9, std::bit_cast<std::uint32_t>(c));
  program.run();
  return static_cast<std::uint32_t>(program.get("d", 9));
}

TEST(blackwell, extremes_of_three) {
  EXPECT_EQ(of_three("min.f32", 3, -1, 2), std::bit_cast<std::uint32_t>(-1.0f));
  EXPECT_EQ(of_three("max.f32", 3, -1, 4), std::bit_cast<std::uint32_t>(4.0f));
  EXPECT_EQ(of_three("max.f32", NAN, -1, NAN), std::bit_cast<std::uint32_t>(-1.0f));
  EXPECT_EQ(of_three("max.NaN.f32", NAN, -1, 4), 0x7fffffffu);
  EXPECT_EQ(of_three("max.abs.f32", 3, -5, 4), std::bit_cast<std::uint32_t>(5.0f));
  EXPECT_EQ(of_three("min.ftz.f32", 1e-40f, 5, 4), 0u);
}

TEST(blackwell, halves_meet_floats) {
  straight_line program(
      ".reg .b16 h, k; .reg .f32 a, d, e, s; add.f32.f16 d, h, a; fma.rn.f32.f16 e, h, k, a; sub.rz.sat.f32.f16 s, h, "
      "a;");
  program.set("h", 0, 0x3c01);  // 1 + 2^-10
  program.set("k", 0, 0x4000);  // 2
  program.set("a", 0, std::bit_cast<std::uint32_t>(1.0f));
  program.run();
  EXPECT_EQ(program.get("d", 0), std::bit_cast<std::uint32_t>(2.0f + 0x1p-10f));
  EXPECT_EQ(program.get("e", 0), std::bit_cast<std::uint32_t>(3.0f + 0x1p-9f));
  EXPECT_EQ(program.get("s", 0), std::bit_cast<std::uint32_t>(0x1p-10f));
}

}  // namespace
}  // namespace warpfold::simt::test
