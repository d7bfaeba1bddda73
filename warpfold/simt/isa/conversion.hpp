// Conversions between any two types: how cvt's modifiers shape them.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/real.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

struct conversion {
  rounding mode = rounding::nearest;
  bool to_integral = false;  // a floating-point result is a whole number: .rni and its like
  bool flush = false;
  bool saturate = false;
  bool relu = false;
  bool finite = false;  // .satfinite
};

// The same as instruction::flags.
inline std::uint32_t packed(const conversion& how) {
  const auto bit = [](bool flag, int position) { return std::uint32_t{flag} << position; };
  return static_cast<std::uint32_t>(how.mode) | bit(how.to_integral, 8) | bit(how.flush, 9) | bit(how.saturate, 10) |
         bit(how.relu, 11) | bit(how.finite, 12);
}
inline conversion unpacked(std::uint32_t flags) {
  const auto bit = [flags](int position) { return (flags >> position & 1) != 0; };
  return {static_cast<rounding>(flags & 0xff), bit(8), bit(9), bit(10), bit(11), bit(12)};
}

// As a form says.
inline conversion conversion_of(const form& f) {
  conversion how;
  how.to_integral = f.has("rni") || f.has("rzi") || f.has("rmi") || f.has("rpi");
  how.mode = f.has("rz") || f.has("rzi")   ? rounding::zero
             : f.has("rm") || f.has("rmi") ? rounding::down
             : f.has("rp") || f.has("rpi") ? rounding::up
                                           : rounding::nearest;
  how.flush = f.has("ftz");
  how.saturate = f.has("sat");
  how.relu = f.has("relu");
  how.finite = f.has("satfinite");
  return how;
}

template <class T>
inline constexpr number_format format_for = {};
template <>
inline constexpr number_format format_for<f16> = half_format;
template <>
inline constexpr number_format format_for<bf16> = brain_format;
template <>
inline constexpr number_format format_for<float> = single_format;
template <>
inline constexpr number_format format_for<double> = double_format;

template <class T>
inline constexpr int bits_of = 8 * sizeof(T);

// What is converted into a floating-point type, .ftz, .sat and .relu applied.
inline real shaped(real value, const conversion& how) {
  if (value.is == real::kind::nan) return how.saturate ? real{} : value;
  if (value.negative && (how.saturate || how.relu)) return {};
  if (how.saturate) {
    const bool one_or_more =
        value.is == real::kind::infinite ||
        (value.significand != 0 && value.exponent + static_cast<int>(std::bit_width(value.significand)) > 0);
    if (one_or_more) return {real::kind::finite, false, 0, 1};
  }
  return how.to_integral ? to_integral(value, how.mode) : value;
}

// As flush_result does: whether the value, rounded with exponents that go on below, is below the normal numbers.
inline bool rounds_to_subnormal(real value, rounding mode) {
  constexpr int up = 100;
  constexpr std::uint64_t least = std::uint64_t{1 + up} << single_format.fraction_bits;
  value.exponent += up;
  return (encode(single_format, value, mode, false) & single_format.all_ones()) < least;
}

inline bool is_subnormal(number_format format, std::uint64_t bits) {
  return (bits & format.all_ones()) >> format.fraction_bits == 0;
}

// .ftz of an f32 operand: subnormals become zeros, and NaNs the canonical one.
inline real flushed(real value, std::uint64_t bits) {
  if (value.is == real::kind::nan) return decode(single_format, single_format.all_ones());
  if (is_subnormal(single_format, bits)) value.significand = 0;
  return value;
}

// A NaN as an integer (ISA 9.7.9.21): zero, or the sign bit alone where either type has 64 bits.
template <class D, class S>
inline constexpr std::uint64_t nan_as_integer = sizeof(D) == 8 || sizeof(S) == 8 ? std::uint64_t{1} << (bits_of<D> - 1)
                                                                                 : 0;

// Conversions from and to f64 keep a NaN's sign and leading bits; others give the canonical NaN.
template <class D, class S>
inline constexpr bool keeps_nans = std::is_same_v<D, double> || std::is_same_v<S, double>;

// Conversions that say nothing about rounding or range, and those from bf16 to f32, move the bits.
template <class D, class S>
inline bool moves_bits(const conversion& how) {
  const bool shapes = how.to_integral || how.flush || how.saturate || how.relu || how.finite;
  const bool widens_alike = std::is_same_v<D, float> && std::is_same_v<S, bf16>;
  const bool same = std::is_same_v<D, S> && std::is_floating_point_v<S>;
  return !shapes && (same || widens_alike);
}

// The bits of the operand, which may lie in a wider register, converted; those of an integer result are extended to 64.
template <class D, class S>
inline std::uint64_t convert(std::uint64_t raw, const conversion& how) {
  real value;
  if constexpr (std::is_integral_v<S>) {
    const S source = static_cast<S>(raw);
    const std::uint64_t extended = static_cast<std::uint64_t>(source);
    if constexpr (std::is_integral_v<D>) {
      if (!how.saturate) return static_cast<std::uint64_t>(static_cast<D>(source));
    }
    value = {real::kind::finite, source < 0, 0, source < 0 ? 0 - extended : extended};
  } else {
    const std::uint64_t bits = raw & (~std::uint64_t{0} >> (64 - bits_of<S>));
    if (moves_bits<D, S>(how)) return std::is_same_v<S, bf16> ? bits << 16 : bits;
    value = decode(format_for<S>, bits);
    // Hardware converts to f16 in one step that keeps subnormals, with .ftz too.
    if (std::is_same_v<S, float> && !std::is_same_v<D, f16> && how.flush) value = flushed(value, bits);
  }
  if constexpr (std::is_integral_v<D>) {
    if (value.is == real::kind::nan) return nan_as_integer<D, S>;
    return static_cast<std::uint64_t>(static_cast<D>(to_integer(value, how.mode, bits_of<D>, std::is_signed_v<D>)));
  } else {
    const real result = shaped(value, how);
    if (keeps_nans<D, S> && result.is == real::kind::nan) return encode_nan(format_for<D>, result);
    const std::uint64_t bits = encode(format_for<D>, result, how.mode, how.finite);
    const bool vanishes = std::is_same_v<D, float> && how.flush && result.is == real::kind::finite &&
                          rounds_to_subnormal(result, how.mode);
    return vanishes ? bits & single_format.sign() : bits;
  }
}

// One lane of a register of 32 or 64 bits.
[[gnu::always_inline]] inline std::uint64_t read_lane(warp& w, column_ref ref, int lane) {
  return ref.wide() ? w.column<std::uint64_t>(ref)[lane] : w.column<std::uint32_t>(ref)[lane];
}
[[gnu::always_inline]] inline void write_lane(warp& w, column_ref ref, int lane, std::uint64_t value) {
  if (ref.wide()) {
    w.column<std::uint64_t>(ref)[lane] = value;
  } else {
    w.column<std::uint32_t>(ref)[lane] = static_cast<std::uint32_t>(value);
  }
}

// d = operation(a) of the active lanes, whatever the registers' widths.
template <class Operation>
const instruction* convert_lanes(const instruction* i, warp& w, Operation operation) {
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    write_lane(w, i->operand[0], lane, operation(read_lane(w, i->operand[1], lane)));
  }
  return i + 1;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
