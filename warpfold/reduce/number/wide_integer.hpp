// Integers wider than any element, in which sums and products of integers are exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "warpfold/reduce/exact/int128.hpp"

namespace warpfold {

using exact::int128;
using exact::uint128;

// A signed integer of 192 bits: high * 2^64 + low. Sums of 2^63 products of two 64-bit integers fit.
struct int192 {
  int128 high = 0;
  std::uint64_t low = 0;

  constexpr int192() = default;
  WARPFOLD_HOST_DEVICE constexpr int192(int128 value)  // NOLINT(google-explicit-constructor): every value fits
      : high(value >> 64), low(static_cast<std::uint64_t>(value)) {}
  WARPFOLD_HOST_DEVICE static constexpr int192 from_unsigned(uint128 value) {
    int192 result;
    result.high = static_cast<int128>(value >> 64);
    result.low = static_cast<std::uint64_t>(value);
    return result;
  }

  WARPFOLD_HOST_DEVICE constexpr int192& operator+=(const int192& other) {
    const std::uint64_t sum = low + other.low;
    high += other.high + (sum < low ? 1 : 0);
    low = sum;
    return *this;
  }
  friend constexpr bool operator==(const int192&, const int192&) = default;

  WARPFOLD_HOST_DEVICE constexpr bool negative() const { return high < 0; }
  WARPFOLD_HOST_DEVICE constexpr int192 negated() const {
    int192 result;
    result.low = ~low + 1;
    result.high = ~high + (result.low == 0 ? 1 : 0);
    return result;
  }
  WARPFOLD_HOST_DEVICE constexpr int192 magnitude() const { return negative() ? negated() : *this; }

  // Whether the value fits 128 bits, and so is the int128 below.
  constexpr bool fits_int128() const { return high >= INT64_MIN && high <= INT64_MAX; }
  constexpr int128 as_int128() const { return static_cast<int128>(static_cast<uint128>(high) << 64 | low); }
};

inline std::string to_string(const int192& value) {
  constexpr std::uint64_t base = 1'000'000'000;
  int192 rest = value.magnitude();
  std::string digits;
  do {
    // One step of long division by the base, in 64-bit limbs from the top.
    const auto top = static_cast<uint128>(rest.high);
    rest.high = static_cast<int128>(top / base);
    const uint128 below = top % base << 64 | rest.low;
    rest.low = static_cast<std::uint64_t>(below / base);
    auto group = static_cast<std::uint64_t>(below % base);
    const bool last = rest == int192();
    for (int digit = 0; digit < 9 && (!last || group != 0); ++digit, group /= 10) {
      digits += static_cast<char>('0' + group % 10);
    }
  } while (rest != int192());
  if (digits.empty()) digits = "0";
  if (value.negative()) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace warpfold
