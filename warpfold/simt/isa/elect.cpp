// elect.sync d|p, members: p holds in one lane of those that take part, the lowest; d is its number in all
#include "warpfold/simt/isa/collective.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

struct election {
  static constexpr int members = 2;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const int leader = __builtin_ctz(lanes);
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (lane_mask left = lanes; left != 0; left &= left - 1)
      destination[__builtin_ctz(left)] = static_cast<std::uint32_t>(leader);
    if (i->operand[1].present()) write_predicate(w, i->operand[1], lanes, 1u << leader);
  }
};

}  // namespace

bound bind_elect(const form& f) {
  return bind_collective<election>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
