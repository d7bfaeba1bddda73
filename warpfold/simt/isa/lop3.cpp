// d = a function of the bits of a, b and c, by table; with a predicate p = (d != 0) combined with predicate q
#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/lookup.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

template <bool Or>
const instruction* look_up_and_test(const instruction* i, warp& w) {
  const source<std::uint32_t> a(w, i->operand[2]), b(w, i->operand[3]), c(w, i->operand[4]);
  const std::uint32_t table = static_cast<std::uint32_t>(i->immediate);
  const lane_mask q = w.predicate(i->operand[5]);
  std::uint32_t results[lanes_per_warp];
  lane_mask nonzero = 0;
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    results[lane] = look_up(a[lane], b[lane], c[lane], table);
    nonzero |= lane_mask{results[lane] != 0} << lane;
  }
  if (i->operand[0].present()) {
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      destination[lane] = w.active_lanes[lane] != 0 ? results[lane] : destination[lane];
    }
  }
  w.set_predicate(i->operand[1], Or ? nonzero | q : nonzero & q);
  return i + 1;
}

}  // namespace

bound bind_lop3(const form& f) {
  if (f.has("or")) return {look_up_and_test<true>, look_up_and_test<true>};
  if (f.has("and")) return {look_up_and_test<false>, look_up_and_test<false>};
  return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
      [](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table) { return look_up(a, b, c, table); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
