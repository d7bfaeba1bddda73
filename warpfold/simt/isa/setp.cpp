// p = a compared with b, and q = not p; both combined with predicate c if a boolean operator is given. Of packed
// halves, p is the comparison of the low ones and q that of the high ones
#include "warpfold/simt/isa/comparison.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

// instruction::flags is the combination.
[[gnu::always_inline]] inline const instruction* set_both(const instruction* i, warp& w, lane_mask p, lane_mask q) {
  const auto how = static_cast<combination>(i->flags);
  if (how != combination::none) {
    const lane_mask with = w.predicate(i->operand[4]);
    p = combined(how, p, with);
    q = combined(how, q, with);
  }
  w.set_predicate(i->operand[0], p);
  if (i->operand[1].present()) w.set_predicate(i->operand[1], q);
  return i + 1;
}

template <class T, bool Flush, class Comparison>
const instruction* set_predicates(const instruction* i, warp& w) {
  const lane_mask where = lanes_where<T, Flush, Comparison>({w, i->operand[2]}, {w, i->operand[3]});
  return set_both(i, w, where, ~where);
}

template <class T, bool Flush, class Comparison>
const instruction* set_predicates_of_halves(const instruction* i, warp& w) {
  const source<T> a(w, i->operand[2]), b(w, i->operand[3]);
  lane_mask low = 0, high = 0;
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    low |= lane_mask{holds<Flush, Comparison>(low_half(a[lane]), low_half(b[lane]))} << lane;
    high |= lane_mask{holds<Flush, Comparison>(high_half(a[lane]), high_half(b[lane]))} << lane;
  }
  return set_both(i, w, low, high);
}

template <class T, bool Flush>
bound bind_predicate(const form& f) {
  return for_comparison<compared<element<T>>>(f, [&]<class Comparison>(Comparison) {
    handler execute = nullptr;
    if constexpr (is_packed<T>) execute = set_predicates_of_halves<T, Flush, Comparison>;
    if constexpr (!is_packed<T>) execute = set_predicates<T, Flush, Comparison>;
    bound result{execute, execute};
    result.flags = static_cast<std::uint32_t>(combination_of(f));
    return result;
  });
}

}  // namespace

bound bind_setp(const form& f) {
  return for_compared_type(f, [&]<class T, bool Flush>() { return bind_predicate<T, Flush>(f); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
