#include "test/simt/conformance/parted.hpp"

#include <string>

namespace warpfold::simt::conformance {
namespace {

// One instruction a branch, and one for all lanes together.
trial parted(const std::string& name, const std::string& one, const std::string& other, const std::string& together) {
  const std::string text =
      "{\n.reg .b32 x, y, z, bit, at, places, to;\n.reg .pred odd, p, q;\n.shared .align 4 .b32 tile[128];\n"
      "and.b32 bit, i0, 1;\nsetp.ne.u32 odd, bit, 0;\nand.b32 x, i0, 6;\nadd.u32 y, i0, 7;\nmov.b32 o0, 0;\n"
      "mov.u32 places, tile;\nmov.u32 at, %tid.x;\nxor.b32 to, at, 9;\nmad.lo.u32 at, at, 4, places;\n"
      "mad.lo.u32 to, to, 4, places;\nsetp.lt.u32 p, x, 4;\nsetp.gt.u32 q, y, i0;\n"
      "@odd bra other;\n" +
      one + "\nbra meet;\nother:\n" + other + "\nmeet:\nadd.u32 z, o0, i0;\n" + together + "\nadd.u32 o0, o0, z;\n}";
  return {"parted." + name, text, {kind::b32}, {kind::b32}};
}

}  // namespace

std::vector<trial> parted_collectives() {
  const std::string exchange = "st.shared.u32 [at], %;\nbar.warp.sync -1;\nld.shared.u32 o0, [to];\nbar.warp.sync -1;";
  const auto storing = [&](const std::string& value) {
    std::string text = exchange;
    return text.replace(text.find('%'), 1, value);
  };
  const auto same = [](const std::string& name, const std::string& opcode, const std::string& a, const std::string& b) {
    return parted(name, opcode + " o0, " + a + ", -1;", opcode + " o0, " + b + ", -1;", opcode + " o0, z, -1;");
  };
  return {
      parted("shfl", "shfl.sync.idx.b32 o0, i0, 5, 31, -1;", "shfl.sync.idx.b32 o0, y, 20, 31, -1;",
             "shfl.sync.idx.b32 o0, z, 11, 31, -1;"),
      parted("shfl_down", "shfl.sync.down.b32 o0, i0, 1, 31, -1;", "shfl.sync.down.b32 o0, y, 2, 31, -1;",
             "shfl.sync.down.b32 o0, z, 3, 31, -1;"),
      parted("vote", "vote.sync.ballot.b32 o0, p, -1;", "vote.sync.ballot.b32 o0, q, -1;",
             "vote.sync.ballot.b32 o0, odd, -1;"),
      same("match", "match.any.sync.b32", "x", "bit"),
      same("redux", "redux.sync.add.u32", "x", "y"),
      same("redux_max", "redux.sync.max.s32", "i0", "y"),
      parted("bar_warp_sync", storing("i0"), storing("y"), storing("z")),
      parted("bar_warp_sync_and_branch", "bar.warp.sync -1;\nadd.u32 o0, x, 1;",
             storing("y").substr(0, storing("y").find("\nld")), storing("z")),
  };
}

}  // namespace warpfold::simt::conformance
