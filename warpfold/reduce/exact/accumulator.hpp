// A fixed-point number wide enough for any sum of floating-point numbers, without rounding: the superaccumulator.
#pragma once

#include <array>
#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/int128.hpp"
#include "warpfold/reduce/exact/rounding.hpp"

namespace warpfold::exact {

// What a sum has met that its digits cannot hold. Only whether a count is zero matters for the result, so a front end
// that knows the outcome already may count less.
struct exceptional_counts {
  std::int64_t nans = 0;
  std::int64_t positive_infinities = 0;
  std::int64_t negative_infinities = 0;
  std::int64_t negative_zeros = 0;
  std::int64_t others = 0;  // elements that are not -0

  WARPFOLD_HOST_DEVICE constexpr void merge(const exceptional_counts& other) {
    nans += other.nans;
    positive_infinities += other.positive_infinities;
    negative_infinities += other.negative_infinities;
    negative_zeros += other.negative_zeros;
    others += other.others;
  }

  WARPFOLD_HOST_DEVICE constexpr bool finite() const {
    return nans == 0 && positive_infinities == 0 && negative_infinities == 0;
  }
  WARPFOLD_HOST_DEVICE constexpr bool nan() const {
    return nans != 0 || (positive_infinities != 0 && negative_infinities != 0);
  }
  // The result where finite() is false.
  template <floating T>
  WARPFOLD_HOST_DEVICE constexpr T exceptional_value() const {
    using format = float_format<T>;
    if (nan()) return from_bits<T>(format::nan_bits);
    return from_bits<T>(positive_infinities != 0
                            ? format::infinity_bits
                            : static_cast<typename format::bits_type>(format::sign_bit | format::infinity_bits));
  }
  // A sum that is zero is +0, unless there were elements and all of them were -0.
  WARPFOLD_HOST_DEVICE constexpr bool zero_is_negative() const { return negative_zeros != 0 && others == 0; }
};

// The value is Σ digit(i) · 2^(32 i + LeastExponent), plus the counts. Digits are signed and wider than their 32 bits,
// so that merging is plain addition, digit by digit, in any order, by anything that can add 64-bit integers.
template <int Digits, int LeastExponent>
class basic_accumulator {
 public:
  static constexpr int digit_bits = 32;
  static constexpr int digits = Digits;
  static constexpr int least_exponent = LeastExponent;

  constexpr basic_accumulator() = default;

  // Adds one element.
  template <floating T>
  WARPFOLD_HOST_DEVICE constexpr void deposit(T value) {
    const unpacked parts = unpack(value);
    if (parts.kind != float_class::finite) return count_exceptional(parts);
    count_finite(parts.negative && parts.significand == 0);
    const auto significand = static_cast<std::int64_t>(parts.significand);
    add_scaled(parts.negative ? -significand : significand, parts.exponent);
  }

  // Adds the exact product of two elements, where the accumulator is wide enough for it.
  template <floating T>
  WARPFOLD_HOST_DEVICE constexpr void deposit_product(T a, T b) {
    const unpacked x = unpack(a);
    const unpacked y = unpack(b);
    const bool negative = x.negative != y.negative;
    if (x.kind != float_class::finite || y.kind != float_class::finite) return count_exceptional(product_of(x, y));
    const uint128 significand = uint128{x.significand} * y.significand;
    count_finite(negative && significand == 0);
    const auto addend = static_cast<int128>(significand);
    add_scaled(negative ? -addend : addend, x.exponent + y.exponent);
  }

  // Adds value · 2^exponent and counts nothing: an integer, or a partial sum that a front end has gathered.
  // The lowest bit must not lie below 2^least_exponent, nor the highest within two digits of the top.
  WARPFOLD_HOST_DEVICE constexpr void add_scaled(int128 value, int exponent) {
    if (value == 0) return;
    make_room(1);
    const int position = exponent - least_exponent;
    const int first = position / digit_bits;
    const int shift = position % digit_bits;
    // The magnitude, shifted, is five digits long at most.
    const uint128 size = magnitude(value);
    const uint128 low = size << shift;
    const uint128 high = shift == 0 ? 0 : size >> (128 - shift);
    const std::int64_t sign = value < 0 ? -1 : 1;
    std::int64_t* digit = &digit_[first];
    for (uint128 rest = low; rest != 0; rest >>= digit_bits) {
      *digit++ += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(rest));
    }
    if (high != 0) digit_[first + 4] += sign * static_cast<std::int64_t>(high);
  }

  // Adds another accumulator's contents to this one's.
  WARPFOLD_HOST_DEVICE constexpr void merge(const basic_accumulator& other) {
    make_room(other.additions_);
    for (int i = 0; i < Digits; ++i) digit_[i] += other.digit_[i];
    counts_.merge(other.counts_);
  }

  // Adds the contents of a narrower one, whose digits are some of this one's.
  template <int OtherDigits, int OtherLeastExponent>
  WARPFOLD_HOST_DEVICE constexpr void merge(const basic_accumulator<OtherDigits, OtherLeastExponent>& narrower) {
    constexpr int first = (OtherLeastExponent - LeastExponent) / digit_bits;
    static_assert(first >= 0 && first + OtherDigits <= Digits &&
                  first * digit_bits + LeastExponent == OtherLeastExponent);
    make_room(narrower.additions_);
    for (int i = 0; i < OtherDigits; ++i) digit_[first + i] += narrower.digit_[i];
    counts_.merge(narrower.counts_);
  }

  // Carries, so that every digit but the top one, which holds the sign, lies in [0, 2^32).
  WARPFOLD_HOST_DEVICE constexpr void normalize() {
    std::int64_t carry = 0;
    for (int i = 0; i < Digits - 1; ++i) {
      const std::int64_t sum = digit_[i] + carry;
      carry = sum >> digit_bits;
      digit_[i] = sum & 0xffffffff;
    }
    digit_[Digits - 1] += carry;
    additions_ = 1;
  }

  // Of a normalized accumulator: its sign.
  WARPFOLD_HOST_DEVICE constexpr bool negative() const { return digit_[Digits - 1] < 0; }
  // Negates the digits, and normalizes.
  WARPFOLD_HOST_DEVICE constexpr void negate() {
    for (int i = 0; i < Digits; ++i) digit_[i] = -digit_[i];
    normalize();
  }

  WARPFOLD_HOST_DEVICE constexpr std::int64_t digit(int i) const { return digit_[i]; }
  WARPFOLD_HOST_DEVICE constexpr exceptional_counts& counts() { return counts_; }
  WARPFOLD_HOST_DEVICE constexpr const exceptional_counts& counts() const { return counts_; }

  // The correctly rounded sum.
  template <floating T>
  WARPFOLD_HOST_DEVICE constexpr T round() const {
    if (!counts_.finite()) return counts_.template exceptional_value<T>();
    basic_accumulator sum = *this;
    sum.normalize();
    const bool below_zero = sum.negative();
    if (below_zero) sum.negate();
    const truncated real = sum.leading_bits();
    return round_to_nearest<T>(real, real.significand == 0 ? counts_.zero_is_negative() : below_zero);
  }

 private:
  template <int, int>
  friend class basic_accumulator;

  // Digits are below 2^32 · additions_ in magnitude, which must stay below 2^62.
  static constexpr std::int64_t most_additions = std::int64_t{1} << 30;

  WARPFOLD_HOST_DEVICE constexpr void make_room(std::int64_t additions) {
    if (additions_ + additions > most_additions) normalize();
    additions_ += additions;
  }

  WARPFOLD_HOST_DEVICE constexpr void count_finite(bool negative_zero) {
    ++(negative_zero ? counts_.negative_zeros : counts_.others);
  }
  WARPFOLD_HOST_DEVICE constexpr void count_exceptional(const unpacked& element) {
    ++counts_.others;
    if (element.kind == float_class::nan) {
      ++counts_.nans;
    } else {
      ++(element.negative ? counts_.negative_infinities : counts_.positive_infinities);
    }
  }
  // Of factors that are not both finite: 0 · ∞ is NaN.
  WARPFOLD_HOST_DEVICE static constexpr unpacked product_of(const unpacked& x, const unpacked& y) {
    const bool nan = x.kind == float_class::nan || y.kind == float_class::nan ||
                     (x.kind == float_class::finite && x.significand == 0) ||
                     (y.kind == float_class::finite && y.significand == 0);
    return {0, 0, x.negative != y.negative, nan ? float_class::nan : float_class::infinite};
  }

  // Of a normalized nonnegative sum: four digits from the leading one down, and whether anything lies below.
  WARPFOLD_HOST_DEVICE constexpr truncated leading_bits() const {
    int top = Digits - 1;
    while (top > 3 && digit_[top] == 0) --top;
    uint128 significand = 0;
    for (int i = top; i > top - 4; --i) significand = significand << digit_bits | static_cast<std::uint32_t>(digit_[i]);
    bool inexact = false;
    for (int i = top - 4; i >= 0 && !inexact; --i) inexact = digit_[i] != 0;
    return {significand, digit_bits * (top - 3) + least_exponent, inexact};
  }

  std::array<std::int64_t, Digits> digit_{};
  exceptional_counts counts_;
  std::int64_t additions_ = 0;
};

// Sums of up to 2^63 elements of any float type.
using accumulator = basic_accumulator<70, -1088>;
// Sums of up to 2^63 exact products of two elements of any float type.
using product_accumulator = basic_accumulator<138, -2176>;

}  // namespace warpfold::exact
