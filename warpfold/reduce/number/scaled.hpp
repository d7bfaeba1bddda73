// Numbers whose exponent stands apart from a double-double significand, so that no product of any length overflows,
// underflows or loses precision on the way.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "warpfold/reduce/exact/host_device.hpp"
#include "warpfold/reduce/number/double_double.hpp"

namespace warpfold {

// 2^exponent, for exponents from -1022 to 1023.
WARPFOLD_HOST_DEVICE constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// floor(log2(|value|)) of a finite normal value; -1023 of zeros and subnormals.
WARPFOLD_HOST_DEVICE constexpr int exponent_of(double value) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff) - 1023;
}

// A real element as a double-double, exactly.
template <class T>
WARPFOLD_HOST_DEVICE constexpr double_double widen(T value) {
  if constexpr (std::integral<T> && sizeof(T) == 8) {
    // 32 bits each, so that both are exact.
    const auto high = static_cast<double>(value >> 32) * 0x1p32;
    const auto low = static_cast<double>(static_cast<std::uint32_t>(value));
    return quick_two_sum(high, low);
  } else {
    return {static_cast<double>(value), 0};
  }
}

// The value is significand * 2^exponent.
struct scaled {
  double_double significand{1, 0};
  std::int64_t exponent = 0;
  friend bool operator==(const scaled&, const scaled&) = default;

  // Moves the significand's exponent out: exact, and |significand.high| in [1, 2) afterwards, for nonzero ones.
  WARPFOLD_HOST_DEVICE constexpr void normalize() {
    if (exponent_of(significand.high) == -1023) {
      significand = {significand.high * 0x1p64, significand.low * 0x1p64};
      exponent -= 64;
    }
    const int shift = exponent_of(significand.high);
    // In two steps, because 2^-1023 is not a normal number.
    const double half = power_of_two(-(shift / 2));
    const double rest = power_of_two(-(shift - shift / 2));
    significand = {significand.high * half * rest, significand.low * half * rest};
    exponent += shift;
  }
};

}  // namespace warpfold
