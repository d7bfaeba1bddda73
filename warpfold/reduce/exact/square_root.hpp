// Square roots of exact values, rounded once.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/dyadic.hpp"

namespace warpfold::exact {

namespace detail {

// ⌊√value⌋ from a guess that is not below it: Newton's iteration decreases until it has arrived.
template <class Integer>
WARPFOLD_HOST_DEVICE constexpr Integer square_root_from_above(Integer value, Integer root) {
  while (true) {
    const Integer next = (root + value / root) >> 1;
    if (next >= root) return root;
    root = next;
  }
}

}  // namespace detail

// ⌊√value⌋
WARPFOLD_HOST_DEVICE constexpr std::uint64_t integer_square_root(uint128 value) {
  if (value == 0) return 0;
  // The leading bits, whose root takes short divisions, leave the long ones little to do.
  const int excess = bit_length(value) > 62 ? bit_length(value) - 62 : 0;
  const int shift = excess + excess % 2;
  const auto leading = static_cast<std::uint64_t>(value >> shift);
  const auto above = std::uint64_t{1} << ((bit_length(leading) + 1) / 2);
  const std::uint64_t root = detail::square_root_from_above(leading, above);
  if (shift == 0) return root;
  return static_cast<std::uint64_t>(detail::square_root_from_above(value, uint128{root + 1} << (shift / 2)));
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
