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
  static constexpr int limbs = Limbs;

  std::array<std::uint64_t, Limbs> limb;  // the first `size` of them; the rest is indeterminate
  int size = 0;                           // without leading zeros: limb[size - 1] != 0

  constexpr natural() = default;  // NOLINT: only `size` limbs are ever read
  WARPFOLD_HOST_DEVICE constexpr explicit natural(uint128 value) {
    for (; value != 0; value >>= 64) limb[size++] = static_cast<std::uint64_t>(value);
  }

  WARPFOLD_HOST_DEVICE constexpr natural(const natural& other) : size(other.size) {
    for (int i = 0; i < size; ++i) limb[i] = other.limb[i];
  }
  natural& operator=(const natural&) = delete;

  WARPFOLD_HOST_DEVICE constexpr bool zero() const { return size == 0; }
  WARPFOLD_HOST_DEVICE constexpr int length() const {
    return size == 0 ? 0 : 64 * (size - 1) + bit_length(limb[size - 1]);
  }
  // 64 bits from bit `from` up, which may be negative.
  WARPFOLD_HOST_DEVICE constexpr std::uint64_t bits_from(int from) const {
    const int index = from >= 0 ? from / 64 : -((63 - from) / 64);
    const int shift = from - 64 * index;
    return shift == 0 ? limb_at(index) : limb_at(index) >> shift | limb_at(index + 1) << (64 - shift);
  }
  WARPFOLD_HOST_DEVICE constexpr void trim() {
    while (size > 0 && limb[size - 1] == 0) --size;
  }

 private:
  WARPFOLD_HOST_DEVICE constexpr std::uint64_t limb_at(int i) const { return i < 0 || i >= size ? 0 : limb[i]; }
};

template <int LimbsA, int LimbsB>
WARPFOLD_HOST_DEVICE_CALL constexpr natural<LimbsA + LimbsB> product(const natural<LimbsA>& a,
                                                                     const natural<LimbsB>& b) {
  natural<LimbsA + LimbsB> result;
  // Of the products that end in one limb: 192 bits.
  uint128 sum = 0;
  std::uint64_t beyond = 0;
  for (int k = 0; k < a.size + b.size; ++k) {
    for (int i = k < b.size ? 0 : k - b.size + 1; i <= k && i < a.size; ++i) {
      const uint128 term = uint128{a.limb[i]} * b.limb[k - i];
      sum += term;
      beyond += sum < term ? 1 : 0;
    }
    result.limb[result.size++] = static_cast<std::uint64_t>(sum);
    sum = sum >> 64 | uint128{beyond} << 64;
    beyond = 0;
  }
  result.trim();
  return result;
}

// a · 2^up_a - b · 2^up_b, which must not be negative, in limbs enough for both.
template <int Result, int LimbsA, int LimbsB>
WARPFOLD_HOST_DEVICE_CALL constexpr natural<Result> difference(const natural<LimbsA>& a, int up_a,
                                                               const natural<LimbsB>& b, int up_b) {
  natural<Result> result;
  const int length = a.length() + up_a;
  std::uint64_t borrow = 0;
  for (int from = 0; from < length; from += 64) {
    const std::uint64_t minuend = a.bits_from(from - up_a);
    const uint128 subtrahend = uint128{b.bits_from(from - up_b)} + borrow;
    result.limb[result.size++] = minuend - static_cast<std::uint64_t>(subtrahend);
    borrow = minuend < subtrahend ? 1 : 0;
  }
  result.trim();
  return result;
}

// magnitude · 2^exponent, negated if negative.
template <int Limbs>
struct dyadic {
  natural<Limbs> magnitude;
  int exponent = 0;
  bool negative = false;
};

namespace detail {

// Looked at together, as one thread of a device would wait for each of them otherwise.
inline constexpr int digits_at_once = 8;

template <int Digits, int LeastExponent>
WARPFOLD_HOST_DEVICE constexpr bool are_zero(const basic_accumulator<Digits, LeastExponent>& sum, int first) {
  std::int64_t any = 0;
  for (int i = 0; i < digits_at_once; ++i) any |= sum.digit(first + i);
  return any == 0;
}

// ⌊dividend / divisor⌋, which must be below 2^64.
WARPFOLD_HOST_DEVICE constexpr std::uint64_t short_quotient(uint128 dividend, std::uint64_t divisor) {
#ifdef __CUDA_ARCH__
  // Two digits of 32 bits, by Knuth's algorithm D: compilers for devices divide 128 bits one after another.
  constexpr int digit_bits = 32;
  constexpr std::uint64_t base = std::uint64_t{1} << digit_bits;
  const int shift = 64 - bit_length(divisor);
  const std::uint64_t normal = divisor << shift;
  const std::uint64_t top = normal >> digit_bits;
  std::uint64_t rest = static_cast<std::uint64_t>(dividend << shift >> 64);
  const auto low = static_cast<std::uint64_t>(dividend << shift);
  const auto next_digit = [&](std::uint64_t below) {
    std::uint64_t digit = rest / top;
    std::uint64_t left = rest - digit * top;
    while (left < base && (digit >= base || digit * (normal % base) > left * base + below)) {
      --digit;
      left += top;
    }
    rest = rest * base + below - digit * normal;
    return digit;
  };
  const std::uint64_t high_digit = next_digit(low >> digit_bits);
  return high_digit * base + next_digit(low % base);
#else
  return static_cast<std::uint64_t>(dividend / divisor);
#endif
}

}  // namespace detail

// The exact finite part of an accumulator. Zeros at either end of its digits are left out, and cost next to nothing.
template <int Digits, int LeastExponent>
WARPFOLD_HOST_DEVICE_CALL constexpr dyadic<Digits / 2 + 1> value_of(
    const basic_accumulator<Digits, LeastExponent>& sum) {
  static_assert(Digits % 2 == 0);
  dyadic<Digits / 2 + 1> result;
  int first = 0;
  while (first + detail::digits_at_once <= Digits && detail::are_zero(sum, first)) first += detail::digits_at_once;
  while (first < Digits && sum.digit(first) == 0 && sum.digit(first + 1) == 0) first += 2;
  if (first == Digits) return result;
  int last = Digits - 2;
  constexpr int beyond = detail::digits_at_once - 2;
  while (last >= beyond && detail::are_zero(sum, last - beyond)) last -= detail::digits_at_once;
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
  for (int i = 0; i < 4; ++i) dividend[i] = number.bits_from(dropped + 64 * i);
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
      dividend[i] = detail::short_quotient(part, divisor);
      remainder = static_cast<std::uint64_t>(part) - dividend[i] * divisor;
    }
    inexact = inexact || remainder != 0;
  };
  if (a != 1) divide_by(a);
  if (b != 1) divide_by(b);
  return {uint128{dividend[1]} << 64 | dividend[0], exponent + dropped, inexact};
}

}  // namespace warpfold::exact
