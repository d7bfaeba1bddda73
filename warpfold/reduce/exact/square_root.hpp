// Square roots of exact values, rounded once.
#pragma once

#include <cmath>
#include <cstdint>

#include "warpfold/reduce/exact/dyadic.hpp"

namespace warpfold::exact {

namespace detail {

// ⌊√value⌋ from a guess that is not below it: Newton's iteration decreases until it has arrived.
WARPFOLD_HOST_DEVICE constexpr std::uint64_t square_root_from_above(std::uint64_t value, std::uint64_t root) {
  while (true) {
    const std::uint64_t next = (root + value / root) >> 1;
    if (next >= root) return root;
    root = next;
  }
}

}  // namespace detail

// ⌊√value⌋
WARPFOLD_HOST_DEVICE inline std::uint64_t integer_square_root(uint128 value) {
  if (value == 0) return 0;
#ifdef __CUDA_ARCH__  // which has one floating-point mode; a host's may be any that a caller has set
  const double near = std::sqrt(static_cast<double>(static_cast<std::uint64_t>(value >> 64)) * 0x1p64 +
                                static_cast<double>(static_cast<std::uint64_t>(value)));
  auto root = near < 0x1p64 ? static_cast<std::uint64_t>(near) : ~std::uint64_t{0};
  // That is right to 50 bits; what its square leaves over says how far off it is. One less is not above the root.
  const auto rest = static_cast<int128>(value - uint128{root} * root);
  root += static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(static_cast<double>(rest) / (2 * near))) - 1);
  while (value - uint128{root} * root > 2 * uint128{root}) ++root;
  return root;
#else
  // The leading bits, whose root takes short divisions, leave the long ones little to do.
  const int excess = bit_length(value) > 62 ? bit_length(value) - 62 : 0;
  const int shift = excess + excess % 2;
  const auto leading = static_cast<std::uint64_t>(value >> shift);
  const auto above = std::uint64_t{1} << ((bit_length(leading) + 1) / 2);
  const std::uint64_t root = detail::square_root_from_above(leading, above);
  if (shift == 0) return root;
  // A step from there, which is 2^-30 too much at most, leaves 8 at most.
  const uint128 above_all = uint128{root + 1} << (shift / 2);
  const uint128 next = (above_all + value / above_all) >> 1;
  std::uint64_t near = next >> 64 == 0 ? static_cast<std::uint64_t>(next) : ~std::uint64_t{0};
  while (uint128{near} * near > value) --near;
  return near;
#endif
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
