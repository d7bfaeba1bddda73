// Instructions by which the lanes of a warp exchange values: shfl, vote, match, redux, elect.
#pragma once

#include <cstdint>

#include "warpfold/simt/core/reports.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// Calls each(lanes, members) for every set of active lanes that name the same members in the column.
template <class Each>
[[gnu::always_inline]] inline void for_member_sets(warp& w, column_ref members_of, Each each) {
  const std::uint32_t* const members = w.column<std::uint32_t>(members_of);
  for (lane_mask left = w.active; left != 0;) {
    const lane_mask named = members[__builtin_ctz(left)];
    lane_mask same = 0;
    for (int lane = 0; lane < lanes_per_warp; ++lane) same |= (members[lane] == named ? 1u : 0u) << lane;
    same &= left;
    each(same, named);
    left &= ~same;
  }
}

// The handler of a collective. Body::run(i, w, lanes, members) does its work for lanes that take part together;
// operand[Body::members] holds the mask of those who should.
template <class Body, bool Watched>
const instruction* collective(const instruction* i, warp& w) {
  if (!w.gather(i, i->operand[Body::members])) return nullptr;
  for_member_sets(w, i->operand[Body::members], [&](lane_mask lanes, lane_mask named) {
    if constexpr (Watched) report_warp_sync(i, w, lanes, named, false);
    Body::run(i, w, lanes, named);
  });
  return i + 1;
}

template <class Body>
bound bind_collective(const form& f) {
  const handler h = f.watched() ? collective<Body, true> : collective<Body, false>;
  return {h, h, guarding::apart};
}

// Writes the lanes of a predicate.
[[gnu::always_inline]] inline void write_predicate(warp& w, column_ref ref, lane_mask lanes, lane_mask values) {
  lane_mask& predicate = *w.column<lane_mask>(ref);
  predicate = (predicate & ~lanes) | (values & lanes);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
