// Exact values of any size, for what a mean, a norm or a variance does between the sums and the one rounding.
#pragma once

#include <array>
#include <cstdint>

#include "warpfold/reduce/exact/accumulator.hpp"
#include "warpfold/reduce/exact/int128.hpp"
#include "warpfold/reduce/exact/rounding.hpp"

namespace warpfold::exact {

// A natural number of up to Limbs 64-bit limbs, the least significant first.
template <int Limbs>
struct natural {
  std::array<std::uint64_t, Limbs> limb;  // the first `size` of them; the rest is indeterminate
  int size = 0;                           // without leading zeros: limb[size - 1] != 0

  WARPFOLD_HOST_DEVICE constexpr natural() = default;  // NOLINT: only `size` limbs are ever read
  WARPFOLD_HOST_DEVICE constexpr explicit natural(uint128 value) {
    for (; value != 0; value >>= 64) limb[size++] = static_cast<std::uint64_t>(value);
  }
  template <int Other>
  WARPFOLD_HOST_DEVICE constexpr explicit natural(const natural<Other>& other) : size(other.size) {
    static_assert(Other <= Limbs);
    for (int i = 0; i < size; ++i) limb[i] = other.limb[i];
  }

  WARPFOLD_HOST_DEVICE constexpr bool zero() const { return size == 0; }
  WARPFOLD_HOST_DEVICE constexpr int length() const {
    return size == 0 ? 0 : 64 * (size - 1) + bit_length(limb[size - 1]);
  }
  WARPFOLD_HOST_DEVICE constexpr void trim() {
    while (size > 0 && limb[size - 1] == 0) --size;
  }
};

template <int Limbs>
WARPFOLD_HOST_DEVICE constexpr int compare(const natural<Limbs>& a, const natural<Limbs>& b) {
  if (a.size != b.size) return a.size < b.size ? -1 : 1;
  for (int i = a.size - 1; i >= 0; --i) {
    if (a.limb[i] != b.limb[i]) return a.limb[i] < b.limb[i] ? -1 : 1;
  }
  return 0;
}

// a - b, which must not be negative.
template <int Limbs>
WARPFOLD_HOST_DEVICE constexpr natural<Limbs> difference(const natural<Limbs>& a, const natural<Limbs>& b) {
  natural<Limbs> result;
  std::uint64_t borrow = 0;
  for (int i = 0; i < a.size; ++i) {
    const uint128 subtrahend = uint128{i < b.size ? b.limb[i] : 0} + borrow;
    const uint128 step = uint128{a.limb[i]} - subtrahend;
    borrow = a.limb[i] < subtrahend ? 1 : 0;
    result.limb[result.size++] = static_cast<std::uint64_t>(step);
  }
  result.trim();
  return result;
}

template <int LimbsA, int LimbsB>
WARPFOLD_HOST_DEVICE constexpr natural<LimbsA + LimbsB> product(const natural<LimbsA>& a, const natural<LimbsB>& b) {
  natural<LimbsA + LimbsB> result;
  result.size = a.size + b.size;
  for (int i = 0; i < result.size; ++i) result.limb[i] = 0;
  for (int i = 0; i < a.size; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < b.size; ++j) {
      const uint128 step = uint128{a.limb[i]} * b.limb[j] + result.limb[i + j] + carry;
      result.limb[i + j] = static_cast<std::uint64_t>(step);
      carry = static_cast<std::uint64_t>(step >> 64);
    }
    result.limb[i + b.size] = carry;
  }
  result.trim();
  return result;
}

// value · 2^bits in more limbs.
template <int Result, int Limbs>
WARPFOLD_HOST_DEVICE constexpr natural<Result> shifted_left(const natural<Limbs>& value, int bits) {
  natural<Result> result;
  if (value.zero()) return result;
  const int limbs = bits / 64;
  const int shift = bits % 64;
  for (int i = 0; i < limbs; ++i) result.limb[i] = 0;
  std::uint64_t carry = 0;
  for (int i = 0; i < value.size; ++i) {
    result.limb[limbs + i] = value.limb[i] << shift | carry;
    carry = shift == 0 ? 0 : value.limb[i] >> (64 - shift);
  }
  result.size = limbs + value.size;
  if (carry != 0) result.limb[result.size++] = carry;
  return result;
}

// magnitude · 2^exponent, negated if negative.
template <int Limbs>
struct dyadic {
  natural<Limbs> magnitude;
  int exponent = 0;
  bool negative = false;
};

// The exact finite part of an accumulator. Zeros at either end of its digits are left out, and cost next to nothing.
template <int Digits, int LeastExponent>
WARPFOLD_HOST_DEVICE constexpr dyadic<Digits / 2 + 1> value_of(const basic_accumulator<Digits, LeastExponent>& sum) {
  static_assert(Digits % 2 == 0);
  dyadic<Digits / 2 + 1> result;
  int first = 0;
  while (first < Digits && sum.digit(first) == 0 && sum.digit(first + 1) == 0) first += 2;
  if (first == Digits) return result;
  int last = Digits - 2;
  while (sum.digit(last) == 0 && sum.digit(last + 1) == 0) last -= 2;

  // Carries move at most two digits up; beyond those there is nothing but the sign.
  natural<Digits / 2 + 1>& number = result.magnitude;
  std::int64_t carry = 0;
  const auto carried = [&](int i) {
    const std::int64_t digit = (i <= last + 1 ? sum.digit(i) : 0) + carry;
    carry = digit >> sum.digit_bits;
    return static_cast<std::uint64_t>(digit) & 0xffffffff;
  };
  for (int i = first; i <= last + 2; i += 2) {
    const std::uint64_t low = carried(i);
    number.limb[number.size++] = low | carried(i + 1) << sum.digit_bits;
  }
  result.exponent = LeastExponent + sum.digit_bits * first;
  result.negative = carry < 0;
  if (result.negative) {  // its two's complement
    bool increment = true;
    for (int i = 0; i < number.size; ++i) {
      number.limb[i] = ~number.limb[i] + (increment ? 1 : 0);
      increment = increment && number.limb[i] == 0;
    }
  }
  number.trim();
  return result;
}

// ⌊number · 2^exponent / (a b)⌋ to `bits` leading bits (or one more), and whether anything is left. 0 < bits < 128;
// a, b > 0.
template <int Limbs>
WARPFOLD_HOST_DEVICE constexpr truncated quotient(const natural<Limbs>& number, int exponent, std::uint64_t a,
                                                  std::uint64_t b, int bits) {
  if (number.zero()) return {0, 0, false};
  // A dividend of so many bits gives a quotient of `bits` or one more: four limbs hold it.
  const int dividend_bits = bits + bit_length(uint128{a} * b);
  const int dropped = number.length() - dividend_bits;
  std::array<std::uint64_t, 4> dividend{};
  bool inexact = false;
  const auto bit_window = [&number](int from) {  // 64 bits of number from bit `from` up, which may be negative
    const auto limb_at = [&number](int i) { return i < 0 || i >= number.size ? 0 : number.limb[i]; };
    const int index = from >= 0 ? from / 64 : -((63 - from) / 64);
    const int shift = from - 64 * index;
    return shift == 0 ? limb_at(index) : limb_at(index) >> shift | limb_at(index + 1) << (64 - shift);
  };
  for (int i = 0; i < 4; ++i) dividend[i] = bit_window(dropped + 64 * i);
  if (dropped > 0) {
    for (int i = 0; i < dropped / 64 && !inexact; ++i) inexact = number.limb[i] != 0;
    if (!inexact && dropped % 64 != 0) inexact = number.limb[dropped / 64] << (64 - dropped % 64) != 0;
  }
  const auto divide_by = [&dividend, &inexact](std::uint64_t divisor) {
    std::uint64_t remainder = 0;
    for (int i = 3; i >= 0; --i) {
      if (remainder == 0 && dividend[i] < divisor) {  // as leading limbs are
        remainder = dividend[i];
        dividend[i] = 0;
        continue;
      }
      const uint128 part = uint128{remainder} << 64 | dividend[i];
      dividend[i] = static_cast<std::uint64_t>(part / divisor);
      remainder = static_cast<std::uint64_t>(part) - dividend[i] * divisor;
    }
    inexact = inexact || remainder != 0;
  };
  if (a != 1) divide_by(a);
  if (b != 1) divide_by(b);
  return {uint128{dividend[1]} << 64 | dividend[0], exponent + dropped, inexact};
}

}  // namespace warpfold::exact
