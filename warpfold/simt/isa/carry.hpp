// Extended-precision integer arithmetic (ISA 9.7.2): the carry flag CC.CF, one of each lane.
#pragma once

#include <cstdint>
#include <type_traits>

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// Runs operation(lane, carry in, carry out) → result over the lanes.
template <class T, bool CarryIn, bool CarryOut, class Operation>
[[gnu::always_inline]] inline const instruction* run_with_carry(const instruction* i, warp& w, Operation operation) {
  stored<T>* const destination = w.column<stored<T>>(i->operand[0]);
  lane_mask carries = 0;
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    bool carry = false;
    const T result = operation(lane, CarryIn && (w.carry >> lane & 1) != 0, carry);
    carries |= lane_mask{carry} << lane;
    destination[lane] = w.active_lanes[lane] != 0 ? stored<T>{result} : destination[lane];
  }
  if constexpr (CarryOut) w.carry = (w.carry & ~w.active) | (carries & w.active);
  return i + 1;
}

// a + b + carry, or a - b - borrow.
template <bool Subtract, class T>
[[gnu::always_inline]] inline T add_with_carry(T a, T b, bool in, bool& out) {
  const T first = Subtract ? a - b : a + b;
  const T second = Subtract ? first - T{in} : first + T{in};
  out = Subtract ? first > a || second > first : first < a || second < first;
  return second;
}

template <bool Subtract, bool CarryIn, bool CarryOut>
bound sum_with_carry(const form& f) {
  return for_type<std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    constexpr handler execute = [](const instruction* i, warp& w) {
      const source<T> a(w, i->operand[1]), b(w, i->operand[2]);
      return run_with_carry<T, CarryIn, CarryOut>(
          i, w, [&](int lane, bool in, bool& out) { return add_with_carry<Subtract>(a[lane], b[lane], in, out); });
    };
    return bound{execute, execute};
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
