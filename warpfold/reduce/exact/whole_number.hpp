// A whole number where means, norms and variances expect an exact sum.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/dyadic.hpp"

namespace warpfold::exact {

// Its magnitude is high · 2^64 + low.
struct whole_number {
  uint128 high;
  std::uint64_t low;
  bool negative;

  WARPFOLD_HOST_DEVICE constexpr exceptional_counts counts() const { return {}; }
};

WARPFOLD_HOST_DEVICE constexpr dyadic<3> value_of(const whole_number& number) {
  natural<3> magnitude;
  magnitude.limb = {number.low, static_cast<std::uint64_t>(number.high), static_cast<std::uint64_t>(number.high >> 64)};
  magnitude.size = 3;
  magnitude.trim();
  return {magnitude, 0, number.negative};
}

}  // namespace warpfold::exact
