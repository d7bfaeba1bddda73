// Sine and cosine as the hardware goes about them: the angle becomes a number of turns in f32, of which only the
// fraction matters. So far from zero, where f32 has no fractions, every angle is 0.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The operation is a lambda of radians in double.
template <class Operation>
bound of_turns(const form& f, Operation) {
  return with_flag(f.has("ftz"), []<bool Flush>() {
    return lanewise<float, float>([](float a) {
      constexpr float turns_per_radian = 0x1.45f306p-3f;
      constexpr double radians_per_turn = 0x1.921fb54442d18p2;
      const double product = static_cast<double>(flush<Flush>(a)) * static_cast<double>(turns_per_radian);
      const double turns = static_cast<double>(to_float<rounding::zero>(product));
      const double fraction = turns - __builtin_trunc(turns);
      return flush<Flush>(static_cast<float>(Operation{}(fraction * radians_per_turn)));
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
