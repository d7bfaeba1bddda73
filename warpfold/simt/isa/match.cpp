// match.sync: the lanes that have the same value. .any: as each lane; .all: all of them, or none, and p says which
#include "warpfold/simt/isa/collective.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

template <class T>
struct match_any {
  static constexpr int members = 2;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const T* const a = w.column<T>(i->operand[1]);
    lane_mask equal[lanes_per_warp] = {};
    for (lane_mask left = lanes; left != 0;) {
      const T value = a[__builtin_ctz(left)];
      lane_mask same = 0;
      for (int lane = 0; lane < lanes_per_warp; ++lane) same |= (a[lane] == value ? 1u : 0u) << lane;
      same &= lanes;
      for (lane_mask rest = same; rest != 0; rest &= rest - 1) equal[__builtin_ctz(rest)] = same;
      left &= ~same;
    }
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (lane_mask left = lanes; left != 0; left &= left - 1)
      destination[__builtin_ctz(left)] = equal[__builtin_ctz(left)];
  }
};

template <class T>
struct match_all {
  static constexpr int members = 3;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const T* const a = w.column<T>(i->operand[2]);
    const T value = a[__builtin_ctz(lanes)];
    bool same = true;
    for (lane_mask left = lanes; left != 0; left &= left - 1) same &= a[__builtin_ctz(left)] == value;
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (lane_mask left = lanes; left != 0; left &= left - 1) destination[__builtin_ctz(left)] = same ? lanes : 0;
    if (i->operand[1].present()) write_predicate(w, i->operand[1], lanes, same ? all_lanes : 0);
  }
};

}  // namespace

bound bind_match(const form& f) {
  const bool wide = ptx::size_in_bytes(f.type()) == 8;
  if (f.has("any"))
    return wide ? bind_collective<match_any<std::uint64_t>>(f) : bind_collective<match_any<std::uint32_t>>(f);
  return wide ? bind_collective<match_all<std::uint64_t>>(f) : bind_collective<match_all<std::uint32_t>>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
