// Instructions that other emulators got wrong.
#include <gtest/gtest.h>

#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::test {
namespace {

// The value of d after the text has run with a, b and c set in every lane.
std::uint64_t result(const std::string& type, const std::string& text, std::uint64_t a, std::uint64_t b = 0,
                     std::uint64_t c = 0) {
  straight_line program(".reg ." + type + " a, b, c, d; .reg .b32 u, v; " + text);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    program.set("a", lane, a);
    program.set("b", lane, b);
    program.set("c", lane, c);
  }
  program.run();
  return program.get("d", 17);
}

TEST(case_D3, a_field_past_the_end_is_zero_or_sign) {
  EXPECT_EQ(result("b32", "bfe.u32 d, a, b, c;", 0x80000000, 32, 4), 0u);
  EXPECT_EQ(result("b32", "bfe.s32 d, a, b, c;", 0x80000000, 32, 4), 0xffffffffu);
  EXPECT_EQ(result("b32", "bfe.s32 d, a, b, c;", 0x80000000, 32, 0), 0u);
  EXPECT_EQ(result("b32", "bfe.u32 d, a, b, c;", 0xdeadbeef, 28, 255), 0xdu);
  EXPECT_EQ(result("b64", "bfe.u64 d, a, u, v;", ~std::uint64_t{0}), 0u);
}

TEST(case_D3, conversion_of_an_integer_rounds_toward_zero) {
  EXPECT_EQ(result("b32", "cvt.rz.f32.s32 d, a;", 16777219), 0x4b800001u);  // 16777218
  EXPECT_EQ(result("b32", "cvt.rn.f32.s32 d, a;", 16777219), 0x4b800002u);  // 16777220
  EXPECT_EQ(result("b32", "cvt.rp.f32.s32 d, a;", 16777217), 0x4b800001u);
  EXPECT_EQ(result("b32", "cvt.rm.f32.s32 d, a;", static_cast<std::uint32_t>(-16777217)), 0xcb800001u);
}

TEST(case_D3, sums_of_64_bits_carry_and_wrap) {
  for (const char* type : {"u64", "s64"}) {
    EXPECT_EQ(result("b64", std::string("add.") + type + " d, a, b;", 0xffffffff00000001, 0x100000002), 3u);
  }
}

TEST(case_D3, select_with_a_negated_predicate) {
  straight_line program(".reg .pred p; .reg .b32 a, b, d; selp.b32 d, a, b, !p;");
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    program.set("a", lane, 1);
    program.set("b", lane, 2);
    program.set("p", lane, static_cast<std::uint64_t>(lane % 2));
  }
  program.run();
  EXPECT_EQ(program.get("d", 4), 1u);
  EXPECT_EQ(program.get("d", 5), 2u);
}

TEST(case_D4, the_addend_meets_the_high_half) {
  EXPECT_EQ(result("b32", "mad.hi.u32 d, a, b, c;", 1, 1, 5), 5u);
  EXPECT_EQ(result("b32", "mad.hi.u32 d, a, b, c;", 0x80000000, 2, 0xffffffff), 0u);
  EXPECT_EQ(result("b32", "mad.hi.s32 d, a, b, c;", 0xffffffff, 1, 5), 4u);
  EXPECT_EQ(result("b16", "mad.hi.u16 d, a, b, c;", 0x8000, 2, 0xffff), 0u);
  EXPECT_EQ(result("b64", "mad.hi.u64 d, a, b, c;", std::uint64_t{1} << 63, 2, ~std::uint64_t{0}), 0u);
  EXPECT_EQ(result("b64", "mad.hi.u64 d, a, b, c;", 1, 1, 5), 5u);
}

TEST(video, differences_of_bytes_and_halves) {
  EXPECT_EQ(result("b32", "vabsdiff4.u32.u32.u32 d, a, b, c;", 0x00ff1080, 0xff018010, 7), 0xfffe7070u);
  EXPECT_EQ(result("b32", "vabsdiff4.u32.u32.u32.add d, a, b, c;", 0x00ff1080, 0xff018010, 7), 0xffu + 0xfe + 0xe0 + 7);
  EXPECT_EQ(result("b32", "vabsdiff2.u32.u32.u32 d, a, b, c;", 0x0001ffff, 0xffff0003, 7), 0xfffefffcu);
  EXPECT_EQ(result("b32", "vabsdiff2.u32.u32.u32.add d, a, b, c;", 0x0001ffff, 0xffff0003, 7), 0xfffeu + 0xfffc + 7);
}

// As nvcc writes them, and as the manual does.
TEST(extremes, rectified_in_both_spellings) {
  for (const char* way : {".s32.relu", ".relu.s32"}) {
    EXPECT_EQ(result("b32", std::string("max") + way + " d, a, b;", 0xfffffff0, 0xffffff00), 0u);
    EXPECT_EQ(result("b32", std::string("min") + way + " d, a, b;", 5, 0xffffff00), 0u);
    EXPECT_EQ(result("b32", std::string("min") + way + " d, a, b;", 5, 3), 3u);
  }
  for (const char* way : {".s16x2.relu", ".relu.s16x2"}) {
    EXPECT_EQ(result("b32", std::string("max") + way + " d, a, b;", 0xfff00003, 0xff000001), 3u);
    EXPECT_EQ(result("b32", std::string("min") + way + " d, a, b;", 0x00050003, 0x00040001), 0x00040001u);
  }
}

}  // namespace
}  // namespace warpfold::simt::test
