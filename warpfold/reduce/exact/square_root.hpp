// Square roots of exact values, rounded once.
#pragma once

#include <cmath>

#include "warpfold/reduce/exact/dyadic.hpp"

namespace warpfold::exact {

// ⌊√value⌋
WARPFOLD_HOST_DEVICE constexpr std::uint64_t integer_square_root(uint128 value) {
  if (value == 0) return 0;
  // Newton's iteration from above decreases until it has arrived.
  uint128 root = uint128{1} << ((bit_length(value) + 1) / 2);
  while (true) {
    const uint128 next = (root + value / root) >> 1;
    if (next >= root) return static_cast<std::uint64_t>(root);
    root = next;
  }
}

// √(number · 2^exponent / (a b)), known to 56 bits or more: enough for any T. a, b > 0.
template <int Limbs>
WARPFOLD_HOST_DEVICE constexpr truncated square_root(const natural<Limbs>& number, int exponent, std::uint64_t a,
                                                     std::uint64_t b) {
  // ⌊√x⌋ = ⌊√⌊x⌋⌋, so the leading bits of the quotient are all that the root needs, at an even exponent.
  truncated radicand = quotient(number, exponent, a, b, 126);
  if (radicand.exponent % 2 != 0) {
    radicand.inexact = radicand.inexact || (radicand.significand & 1) != 0;
    radicand.significand >>= 1;
    ++radicand.exponent;
  }
  const std::uint64_t root = integer_square_root(radicand.significand);
  const bool inexact = radicand.inexact || uint128{root} * root != radicand.significand;
  return {root, radicand.exponent / 2, inexact};
}

}  // namespace warpfold::exact
