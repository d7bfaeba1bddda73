// Collectives in different branches of a warp; test/simt/conformance compares more of them with an H200.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "test/simt/cases/watched_machine.hpp"

namespace warpfold::simt::test {
namespace {

// One warp, whose lower half takes one branch and whose upper half the other. Lane l's result is d.
std::string branches(const std::string& lower, const std::string& upper) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n"
         ".visible .entry part(.param .u64 out) {\n"
         ".reg .b64 at;\n.reg .b32 lane, d;\n.reg .pred low;\n"
         "ld.param.u64 at, [out];\nmov.u32 lane, %laneid;\nmad.wide.u32 at, lane, 4, at;\nmov.b32 d, 0;\n"
         "setp.lt.u32 low, lane, 16;\n@low bra lower;\n" +
         upper + "\nbra done;\nlower:\n" + lower + "\ndone:\nst.global.u32 [at], d;\nret;\n}\n";
}

// The value that is added has the mask's column in one branch, and one of its own in the other.
TEST(joint_collective, the_mask_is_told_from_an_operand_of_the_same_value) {
  watched_machine gpu(branches("redux.sync.add.s32 d, -1, -1;", "redux.sync.add.s32 d, lane, -1;"));
  const auto out = gpu.allocate(32 * sizeof(int));
  EXPECT_EQ(gpu.launch("part", {.block = {32}}, out).error, "");
  EXPECT_EQ(gpu.download<int>(out, 32), std::vector<int>(32, 376 - 16));  // 16 + … + 31, less 1 for each lower lane
  EXPECT_EQ(gpu.told(), "");
}

TEST(joint_collective, lanes_at_other_kinds_of_collectives_do_not_join) {
  watched_machine gpu(branches("redux.sync.add.s32 d, lane, -1;", "redux.sync.max.s32 d, lane, -1;"));
  const auto out = gpu.allocate(32 * sizeof(int));
  gpu.launch("part", {.block = {32}}, out);
  EXPECT_NE(gpu.told().find("deadlock"), std::string::npos) << gpu.told();
}

TEST(joint_collective, lanes_that_name_their_own_half_do_not_wait_for_the_other) {
  watched_machine gpu(branches("redux.sync.add.s32 d, lane, 0xffff;", "redux.sync.add.s32 d, lane, 0xffff0000;"));
  const auto out = gpu.allocate(32 * sizeof(int));
  EXPECT_EQ(gpu.launch("part", {.block = {32}}, out).error, "");
  std::vector<int> expected(32, 120);
  std::fill(expected.begin() + 16, expected.end(), 376);
  EXPECT_EQ(gpu.download<int>(out, 32), expected);
  EXPECT_EQ(gpu.told(), "");
}

}  // namespace
}  // namespace warpfold::simt::test
