// d = a compared with b, combined with predicate c if a boolean operator is given: 1.0 or all ones where it holds, else
// 0
#include "warpfold/simt/isa/comparison.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

// instruction::flags: what the comparison is combined with by, and what stands for true.
enum class truth : std::uint32_t { ones, f32, f16, bf16 };
constexpr std::uint32_t bits_of_truth(truth t) {
  return t == truth::f32 ? 0x3f800000u : t == truth::f16 ? 0x3c00u : t == truth::bf16 ? 0x3f80u : 0xffffffffu;
}
constexpr std::uint32_t packed_flags(combination combine, truth t) {
  return static_cast<std::uint32_t>(combine) | static_cast<std::uint32_t>(t) << 8;
}
[[gnu::always_inline]] inline lane_mask combine(const instruction* i, warp& w, lane_mask lanes) {
  const auto how = static_cast<combination>(i->flags & 0xff);
  return how == combination::none ? lanes : combined(how, lanes, w.predicate(i->operand[3]));
}
[[gnu::always_inline]] inline std::uint32_t value_of_true(const instruction* i) {
  return bits_of_truth(static_cast<truth>(i->flags >> 8));
}

template <class T, bool Flush, class Comparison>
const instruction* set_value(const instruction* i, warp& w) {
  const lane_mask holds = combine(i, w, lanes_where<T, Flush, Comparison>({w, i->operand[1]}, {w, i->operand[2]}));
  const std::uint32_t value = value_of_true(i);
  std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint32_t result = (holds >> lane & 1) != 0 ? value : 0;
    destination[lane] = w.active_lanes[lane] != 0 ? result : destination[lane];
  }
  return i + 1;
}

// Of packed halves: each half of d is set by the same half of a and b.
template <class T, bool Flush, class Comparison>
const instruction* set_halves(const instruction* i, warp& w) {
  const source<T> a(w, i->operand[1]), b(w, i->operand[2]);
  lane_mask low = 0, high = 0;
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    low |= lane_mask{holds<Flush, Comparison>(low_half(a[lane]), low_half(b[lane]))} << lane;
    high |= lane_mask{holds<Flush, Comparison>(high_half(a[lane]), high_half(b[lane]))} << lane;
  }
  low = combine(i, w, low);
  high = combine(i, w, high);
  const std::uint32_t value = value_of_true(i) & 0xffffu;
  std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint32_t both = (low >> lane & 1) * value | (high >> lane & 1) * (value << 16);
    destination[lane] = w.active_lanes[lane] != 0 ? both : destination[lane];
  }
  return i + 1;
}

truth truth_of(ptx::type destination) {
  using ptx::type;
  if (destination == type::f32) return truth::f32;
  if (destination == type::f16 || destination == type::f16x2) return truth::f16;
  if (destination == type::bf16 || destination == type::bf16x2) return truth::bf16;
  return truth::ones;
}

template <class T, bool Flush>
bound compare(const form& f) {
  return for_comparison<compared<element<T>>>(f, [&]<class Comparison>(Comparison) {
    handler execute = nullptr;
    if constexpr (is_packed<T>) execute = set_halves<T, Flush, Comparison>;
    if constexpr (!is_packed<T>) execute = set_value<T, Flush, Comparison>;
    bound result{execute, execute};
    result.flags = packed_flags(combination_of(f), truth_of(f.type(0)));
    return result;
  });
}

}  // namespace

bound bind_set(const form& f) {
  return for_compared_type(f, [&]<class T, bool Flush>() { return compare<T, Flush>(f); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
