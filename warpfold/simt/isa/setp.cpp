// p = a compared with b, and q = not p; both combined with predicate c if a boolean operator is given
#include "warpfold/simt/isa/comparison.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

enum class combination { none, both, either, one };

template <class T, class Comparison, combination Combine>
const instruction* set_predicates(const instruction* i, warp& w) {
  const source<T> a(w, i->operand[2]), b(w, i->operand[3]);
  alignas(64) std::int32_t results[lanes_per_warp];
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) results[lane] = Comparison{}(a[lane], b[lane]) ? -1 : 0;
  const lane_mask holds = lanes_with_sign(results);
  const auto combined = [&](lane_mask lanes) {
    if constexpr (Combine == combination::both) return lanes & w.predicate(i->operand[4]);
    if constexpr (Combine == combination::either) return lanes | w.predicate(i->operand[4]);
    if constexpr (Combine == combination::one) return lanes ^ w.predicate(i->operand[4]);
    return lanes;
  };
  const lane_mask p = combined(holds), q = combined(~holds);
  w.set_predicate(i->operand[0], p);
  if (i->operand[1].present()) w.set_predicate(i->operand[1], q);
  return i + 1;
}

template <class T, class Comparison>
bound with_combination(const form& f) {
  const auto both_ways = [](handler h) { return bound{h, h}; };
  if (f.has("and")) return both_ways(set_predicates<T, Comparison, combination::both>);
  if (f.has("or")) return both_ways(set_predicates<T, Comparison, combination::either>);
  if (f.has("xor")) return both_ways(set_predicates<T, Comparison, combination::one>);
  return both_ways(set_predicates<T, Comparison, combination::none>);
}

}  // namespace

bound bind_setp(const form& f) {
  if (f.has("ftz")) return {};
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t, float, double>(
      f.type(), [&]<class T>(tag<T>) {
        return for_comparison<T>(f, [&]<class Comparison>(Comparison) { return with_combination<T, Comparison>(f); });
      });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
