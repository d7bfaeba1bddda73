// Numbers between formats: decoded, rounded to integers, encoded, one at a time. For the conversions that are too rare,
// or too irregular, to be vectorized.
#pragma once

#include <bit>
#include <cstdint>

#include "warpfold/simt/isa/product.hpp"
#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// A floating-point format known at run time.
struct number_format {
  int exponent_bits = 8;
  int fraction_bits = 23;
  bool has_infinity = true;  // without: the greatest exponent holds numbers, and
  bool has_nan = true;       // all ones are a NaN, or a number, too

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr std::uint64_t all_ones() const { return (std::uint64_t{1} << (exponent_bits + fraction_bits)) - 1; }
  constexpr std::uint64_t past_greatest() const {
    if (has_infinity) return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits;
    return has_nan ? all_ones() : all_ones() + 1;
  }
  constexpr std::uint64_t sign() const { return std::uint64_t{1} << (exponent_bits + fraction_bits); }
};
inline constexpr number_format half_format{5, 10}, brain_format{8, 7}, single_format{8, 23}, double_format{11, 52},
    tensor_format{8, 10}, e5m2_format{5, 2}, e4m3_format{4, 3, false}, e3m2_format{3, 2, false, false},
    e2m3_format{2, 3, false, false}, e2m1_format{2, 1, false, false};

struct real {
  enum class kind : std::uint8_t { finite, infinite, nan };
  kind is = kind::finite;
  bool negative = false;
  int exponent = 0;               // of the significand's lowest bit
  std::uint64_t significand = 0;  // of a NaN: its fraction, as that of an f64
};

inline real decode(number_format format, std::uint64_t bits) {
  const bool negative = (bits & format.sign()) != 0;
  const std::uint64_t magnitude = bits & format.all_ones();
  if (magnitude > format.past_greatest() || (!format.has_infinity && magnitude == format.past_greatest())) {
    return {real::kind::nan, negative, 0, magnitude << (52 - format.fraction_bits) & ((std::uint64_t{1} << 52) - 1)};
  }
  if (magnitude == format.past_greatest()) return {real::kind::infinite, negative, 0, 0};
  const int field = static_cast<int>(magnitude >> format.fraction_bits);
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t fraction = magnitude & (hidden - 1);
  return {real::kind::finite, negative, (field == 0 ? 1 : field) - format.bias() - format.fraction_bits,
          field == 0 ? fraction : fraction | hidden};
}

// significand / 2^shift rounded to an integer; shift is not negative.
inline std::uint64_t shift_rounded(std::uint64_t significand, int shift, rounding mode, bool negative) {
  if (shift == 0) return significand;
  const int amount = shift < 66 ? shift : 66;
  const uint128 kept = uint128{significand} >> amount, half = uint128{1} << (amount - 1);
  const uint128 rest = uint128{significand} & (2 * half - 1);
  bool increment = false;
  if (mode == rounding::nearest) increment = rest > half || (rest == half && (kept & 1) != 0);
  if (mode == rounding::away) increment = rest >= half;
  if (mode == rounding::down) increment = rest != 0 && negative;
  if (mode == rounding::up) increment = rest != 0 && !negative;
  return static_cast<std::uint64_t>(kept) + (increment ? 1 : 0);
}

inline real to_integral(real value, rounding mode) {
  if (value.is != real::kind::finite || value.exponent >= 0) return value;
  return {value.is, value.negative, 0, shift_rounded(value.significand, -value.exponent, mode, value.negative)};
}

// A NaN of the format: the value's, made quiet and cut to the format's length.
inline std::uint64_t encode_nan(number_format format, real nan) {
  const std::uint64_t quiet_bit = std::uint64_t{1} << (format.fraction_bits - 1);
  return (nan.negative ? format.sign() : 0) | format.past_greatest() | quiet_bit |
         nan.significand >> (52 - format.fraction_bits);
}

// Of a number that is not zero: how many of its last bits the format has no room for. Negative: it has more.
inline int bits_cut_off(number_format format, real value) {
  const int least_unit = 1 - format.bias() - format.fraction_bits;
  const int precise_unit =
      value.exponent + static_cast<int>(std::bit_width(value.significand)) - format.fraction_bits - 1;
  return (precise_unit > least_unit ? precise_unit : least_unit) - value.exponent;
}

// A NaN gives the canonical one, or the greatest number of a format that has none. `finite`: what is too large becomes
// the greatest number instead of infinity.
inline std::uint64_t encode(number_format format, real value, rounding mode, bool finite) {
  if (value.is == real::kind::nan) return format.all_ones();
  const std::uint64_t sign = value.negative ? format.sign() : 0;
  const std::uint64_t past_greatest = format.past_greatest();
  if (value.is == real::kind::infinite) return sign | (past_greatest - (finite ? 1 : 0));
  if (value.significand == 0) return sign;
  const int shift = bits_cut_off(format, value);
  const std::uint64_t kept =
      shift <= 0 ? value.significand << -shift : shift_rounded(value.significand, shift, mode, value.negative);
  const int field = value.exponent + shift - (1 - format.bias() - format.fraction_bits);
  const bool overflow = field >= 1 << format.exponent_bits;
  const std::uint64_t magnitude =
      overflow ? past_greatest : (static_cast<std::uint64_t>(field) << format.fraction_bits) + kept;
  if (magnitude < past_greatest) return sign | magnitude;
  const bool stays_finite = finite || mode == rounding::zero || (mode == rounding::down && !value.negative) ||
                            (mode == rounding::up && value.negative);
  return sign | (past_greatest - (stays_finite ? 1 : 0));
}

// Clamped to the integers of that many bits; a NaN is left to the caller.
inline std::uint64_t to_integer(real value, rounding mode, int bits, bool is_signed) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t greatest = is_signed ? all >> 1 : all;
  const std::uint64_t least_magnitude = is_signed ? greatest + 1 : 0;
  const real whole = to_integral(value, mode);
  const bool huge =
      whole.is == real::kind::infinite ||
      (whole.significand != 0 && whole.exponent + static_cast<int>(std::bit_width(whole.significand)) > 64);
  const std::uint64_t magnitude = huge ? ~std::uint64_t{0} : whole.significand << (huge ? 0 : whole.exponent);
  if (value.negative) return 0 - (magnitude > least_magnitude ? least_magnitude : magnitude);
  return magnitude > greatest ? greatest : magnitude;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
