#include <gtest/gtest.h>

#include "test/simt/isa/straight_line.hpp"

namespace warpfold::simt::test {
namespace {

TEST(move, packs_and_unpacks_every_width) {
  straight_line program(
      ".reg .b128 q, r; .reg .b64 x, y, u, v; .reg .b32 w, e, m<4>; .reg .b16 a, b, c, d, h, s; .reg .b8 k, l;\n"
      "mov.b64 x, {a, b, c, d};\n"
      "mov.b32 w, {a, b};\n"
      "mov.b16 {k, l}, h;\n"
      "mov.b16 s, {l, k};\n"
      "mov.b128 q, {x, y};\n"
      "mov.b128 {u, v}, q;\n"
      "mov.b128 {m0, m1, m2, m3}, q;\n"
      "mov.b128 r, {m3, m2, m1, m0};\n"
      "mov.b64 {w, e}, y;\n"
      "mov.b64 {_, e}, y;\n");
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    program.set("a", lane, 0x1111);
    program.set("b", lane, 0x2222);
    program.set("c", lane, 0x3333);
    program.set("d", lane, 0x4444);
    program.set("h", lane, 0x12ab);
    program.set("y", lane, 0x123456789abcdef0u + static_cast<std::uint64_t>(lane));
  }
  program.run();
  EXPECT_EQ(program.get("x", 31), 0x4444333322221111u);
  EXPECT_EQ(program.get("u", 31), 0x4444333322221111u);
  EXPECT_EQ(program.get("v", 31), 0x123456789abcdef0u + 31);
  EXPECT_EQ(program.get("q", 31, 1), 0x123456789abcdef0u + 31);
  EXPECT_EQ(program.get("m1", 5), 0x44443333u);
  EXPECT_EQ(program.get("r", 0, 1), 0x2222111144443333u);
  EXPECT_EQ(program.get("k", 0), 0xabu);
  EXPECT_EQ(program.get("l", 0), 0x12u);
  EXPECT_EQ(program.get("s", 0), 0xab12u);
  EXPECT_EQ(program.get("w", 0), 0x9abcdef0u);
  EXPECT_EQ(program.get("e", 0), 0x12345678u);
}

}  // namespace
}  // namespace warpfold::simt::test
