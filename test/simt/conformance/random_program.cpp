#include "test/simt/conformance/random_program.hpp"

#include <array>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>

namespace warpfold::simt::conformance {
namespace {

constexpr int programs = 48, registers = 10, predicates = 4;

class program_writer {
 public:
  explicit program_writer(unsigned seed) : random_(seed) {}

  std::string text() {
    line("{");
    line(".shared .align 4 .b32 tile[128];");
    line({".reg .b32 r<", std::to_string(registers), ">, tid, lane, at, sum, count<4>;"});
    line({".reg .pred p<", std::to_string(predicates), ">, q;"});
    line("mov.u32 tid, %tid.x;");
    line("mov.u32 lane, %laneid;");
    for (int n = 0; n < registers; ++n) {
      line({"mad.lo.u32 r", std::to_string(n), ", tid, ", std::to_string(below(1000)), ", i", std::to_string(n % 2),
            ";"});
    }
    for (int n = 0; n < predicates; ++n) compare("p" + std::to_string(n));
    for (int n = 0; n < 12; ++n) {
      block(0);
      meet();
    }
    line("mov.b32 sum, 0;");
    for (int n = 0; n < registers; ++n) line({"mad.lo.u32 sum, sum, 31, r", std::to_string(n), ";"});
    line("mov.b32 o0, sum;");
    line("}");
    return text_;
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  void line(const std::string& words) { text_ += words + "\n"; }
  // Parts in braces are made from left to right, by every compiler.
  void line(std::initializer_list<std::string> parts) {
    for (const std::string& part : parts) text_ += part;
    text_ += "\n";
  }
  std::string reg() { return "r" + std::to_string(below(registers)); }
  std::string pred() { return "p" + std::to_string(below(predicates)); }
  std::string source() { return below(4) == 0 ? std::to_string(static_cast<int>(random_() % 0x10000)) : reg(); }
  std::string guard() {
    if (below(4) != 0) return "";
    const std::string at = below(2) == 0 ? "@" : "@!";
    return at + pred() + " ";
  }
  std::string label() { return "L" + std::to_string(labels_++); }

  void compare(const std::string& into) {
    constexpr std::array<std::string_view, 5> operators = {"lt.s32", "ge.u32", "eq.u32", "ne.s32", "hi.u32"};
    line({"setp.", std::string(operators[static_cast<std::size_t>(below(5))]), " ", into, ", ", reg(), ", ", source(),
          ";"});
  }

  void arithmetic() {
    constexpr std::array<std::string_view, 14> of_two = {"add.s32", "sub.s32", "mul.lo.s32", "mul.hi.u32", "and.b32",
                                                         "or.b32",  "xor.b32", "min.s32",    "max.u32",    "shl.b32",
                                                         "shr.s32", "shr.u32", "add.rn.f32", "mul.rn.f32"};
    constexpr std::array<std::string_view, 4> of_three = {"mad.lo.s32", "prmt.b32", "shf.l.wrap.b32", "fma.rn.f32"};
    constexpr std::array<std::string_view, 5> of_one = {"popc.b32", "clz.b32", "brev.b32", "not.b32", "cvt.rn.f32.s32"};
    const int choice = below(10);
    if (choice < 6) {
      line({guard(), std::string(of_two[static_cast<std::size_t>(below(14))]), " ", reg(), ", ", reg(), ", ", reg(),
            ";"});
    } else if (choice < 8) {
      line({guard(), std::string(of_three[static_cast<std::size_t>(below(4))]), " ", reg(), ", ", reg(), ", ", reg(),
            ", ", reg(), ";"});
    } else if (choice < 9) {
      line({guard(), std::string(of_one[static_cast<std::size_t>(below(5))]), " ", reg(), ", ", reg(), ";"});
    } else {
      line({"selp.b32 ", reg(), ", ", reg(), ", ", source(), ", ", pred(), ";"});
    }
  }

  // A few statements, without any that lanes do together.
  void block(int depth) {
    for (int n = 2 + below(5); n > 0; --n) {
      const int choice = below(12);
      if (choice == 0 && depth < 3) {
        branch(depth);
      } else if (choice == 1 && depth < 3) {
        loop(depth);
      } else if (choice == 2) {
        compare(pred());
      } else {
        arithmetic();
      }
    }
  }

  void branch(int depth) {
    const std::string otherwise = label(), end = label();
    line({"@", std::string(below(2) == 0 ? "!" : ""), pred(), " bra ", otherwise, ";"});
    block(depth + 1);
    line({"bra ", end, ";"});
    line({otherwise, ":"});
    if (below(2) == 0) block(depth + 1);
    line({end, ":"});
  }

  // 0 to 7 rounds, of each lane its own; some lanes may leave early.
  void loop(int depth) {
    const std::string again = label(), end = label(), count = "count" + std::to_string(depth);
    line({"and.b32 ", count, ", ", reg(), ", 7;"});
    line({again, ":"});
    line({"setp.eq.u32 q, ", count, ", 0;"});
    line({"@q bra ", end, ";"});
    line({"sub.u32 ", count, ", ", count, ", 1;"});
    block(depth + 1);
    if (below(3) == 0) line({"@", pred(), " bra ", end, ";"});
    block(depth + 1);
    line({"bra ", again, ";"});
    line({end, ":"});
  }

  // What all lanes of the warp, or all threads of the block, do together.
  void meet() {
    line("bar.warp.sync 0xffffffff;");
    constexpr std::array<std::string_view, 4> shuffles = {"idx", "up", "down", "bfly"};
    const int choice = below(6);
    if (choice == 0) {
      const int mode = below(4);
      const std::string clamp = mode == 1 ? "0" : "31";
      line({"shfl.sync.", std::string(shuffles[static_cast<std::size_t>(mode)]), ".b32 ", reg(), "|", pred(), ", ",
            reg(), ", ", std::to_string(below(32)), ", ", clamp, ", -1;"});
    } else if (choice == 1) {
      line({"vote.sync.ballot.b32 ", reg(), ", ", pred(), ", -1;"});
    } else if (choice == 2) {
      line({"vote.sync.", std::string(below(2) == 0 ? "any" : "all"), ".pred ", pred(), ", ", pred(), ", -1;"});
    } else if (choice == 3) {
      line({"redux.sync.", std::string(below(2) == 0 ? "add.s32 " : "xor.b32 "), reg(), ", ", reg(), ", -1;"});
    } else if (choice == 4) {
      exchange();
    } else {
      accumulate();
    }
  }

  // Each thread writes its place of the tile and reads another's.
  void exchange() {
    line("bar.sync 0;");
    line("mov.u32 at, tile;");
    line("mad.lo.u32 at, tid, 4, at;");
    line({"st.shared.u32 [at], ", reg(), ";"});
    line("bar.sync 0;");
    line({"mad.lo.u32 at, tid, ", std::to_string(1 + 2 * below(64)), ", ", std::to_string(below(128)), ";"});
    line("and.b32 at, at, 127;");
    line("shl.b32 at, at, 2;");
    line("mov.u32 sum, tile;");
    line("add.u32 at, at, sum;");
    line({"ld.shared.u32 ", reg(), ", [at];"});
  }

  // Threads add into few places, in an order that does not matter.
  void accumulate() {
    constexpr std::array<std::string_view, 5> operators = {"add.u32", "min.s32", "max.u32", "or.b32", "xor.b32"};
    line("bar.sync 0;");
    line("mov.u32 at, tile;");
    line("mad.lo.u32 at, tid, 4, at;");
    line({"st.shared.u32 [at], ", reg(), ";"});
    line("bar.sync 0;");
    line({"and.b32 at, tid, ", std::to_string(1 + below(15)), ";"});
    line("shl.b32 at, at, 2;");
    line("mov.u32 sum, tile;");
    line("add.u32 at, at, sum;");
    line({guard(), "red.shared.", std::string(operators[static_cast<std::size_t>(below(5))]), " [at], ", reg(), ";"});
    line("bar.sync 0;");
    line({"ld.shared.u32 ", reg(), ", [at];"});
  }

  std::mt19937 random_;
  std::string text_;
  int labels_ = 0;
};

}  // namespace

std::vector<trial> random_programs() {
  std::vector<trial> all;
  for (int n = 0; n < programs; ++n) {
    const kind b32 = kind::b32;
    all.push_back({"program." + std::to_string(n), program_writer(static_cast<unsigned>(n)).text(), {b32, b32}, {b32}});
  }
  return all;
}

}  // namespace warpfold::simt::conformance
