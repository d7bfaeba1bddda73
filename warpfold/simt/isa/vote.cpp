// vote.sync: whether a predicate holds in all lanes, in any, in all or none, or in which
#include "warpfold/simt/isa/collective.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

struct ballot {
  static constexpr int members = 2;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const lane_mask holds = w.predicate(i->operand[1]) & lanes;
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      destination[lane] = (lanes >> lane & 1) != 0 ? holds : destination[lane];
    }
  }
};

template <class Decide>
struct decision {
  static constexpr int members = 2;
  static void run(const instruction* i, warp& w, lane_mask lanes, lane_mask) {
    const lane_mask holds = w.predicate(i->operand[1]) & lanes;
    write_predicate(w, i->operand[0], lanes, Decide{}(holds, lanes) ? all_lanes : 0);
  }
};

template <class Decide>
bound bind_decision(const form& f, Decide) {
  return bind_collective<decision<Decide>>(f);
}

}  // namespace

bound bind_vote(const form& f) {
  if (f.has("ballot")) return bind_collective<ballot>(f);
  if (f.has("all")) return bind_decision(f, [](lane_mask holds, lane_mask lanes) { return holds == lanes; });
  if (f.has("any")) return bind_decision(f, [](lane_mask holds, lane_mask) { return holds != 0; });
  return bind_decision(f, [](lane_mask holds, lane_mask lanes) { return holds == 0 || holds == lanes; });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
