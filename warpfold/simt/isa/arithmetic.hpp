// What floating-point arithmetic has in common: .rn … .rp, .ftz, .sat and .relu, and operations on packed halves.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "warpfold/simt/isa/lanewise.hpp"
#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// .ftz: a subnormal becomes a zero of its sign.
template <bool Flush>
[[gnu::always_inline]] inline float flush(float value) {
  if constexpr (!Flush) return value;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & 0x7f800000u) == 0 ? bits & 0x80000000u : bits);
}

// .sat: into [0, 1]; NaN becomes +0.
template <bool Saturate, class T>
[[gnu::always_inline]] inline T saturate(T value) {
  if constexpr (!Saturate) return value;
  return value > 0 ? (value < 1 ? value : T{1}) : T{0};
}

// .relu: what is below zero becomes +0; NaN stays.
template <bool Relu, class T>
[[gnu::always_inline]] inline T rectify(T value) {
  if constexpr (!Relu) return value;
  return value <= 0 ? T{0} : value;
}

// make.operator()<Mode>() of the form's rounding modifier, .rn if it has none.
template <class Make>
bound with_rounding(const form& f, Make make) {
  if (f.has("rz")) return make.template operator()<rounding::zero>();
  if (f.has("rm")) return make.template operator()<rounding::down>();
  if (f.has("rp")) return make.template operator()<rounding::up>();
  return make.template operator()<rounding::nearest>();
}

// make.operator()<true or false>()
template <class Make>
bound with_flag(bool flag, Make make) {
  return flag ? make.template operator()<true>() : make.template operator()<false>();
}

// make.operator()<Mode, Flush, Saturate>() of an f32 instruction.
template <class Make>
bound with_f32_modifiers(const form& f, Make make) {
  return with_rounding(f, [&]<rounding Mode>() {
    return with_flag(f.has("ftz"), [&]<bool Flush>() {
      return with_flag(f.has("sat"),
                       [&]<bool Saturate>() { return make.template operator()<Mode, Flush, Saturate>(); });
    });
  });
}

// .ftz of a result that is the rounding of an exact (or odd) value: hardware asks whether it would be subnormal if
// exponents went on below, so what just rounds up to the least normal number may still become a zero.
template <bool Flush, rounding Mode>
[[gnu::always_inline]] inline float flush_result(float rounded, double exact) {
  if constexpr (!Flush) return rounded;
  const float raised = to_float<Mode>(exact * 0x1p100);
  const bool tiny = raised < 0x1p-26f && raised > -0x1p-26f;
  return std::bit_cast<float>(tiny ? std::bit_cast<std::uint32_t>(rounded) & 0x80000000u
                                   : std::bit_cast<std::uint32_t>(rounded));
}

template <bool Flush, bool Saturate>
[[gnu::always_inline]] inline float finish(float value) {
  return saturate<Saturate>(flush<Flush>(value));
}

// f16x2 and bf16x2 are two elements side by side; other types are one.
template <class T>
inline constexpr bool is_packed = std::is_same_v<T, f16x2> || std::is_same_v<T, bf16x2>;
template <class T>
using element =
    std::conditional_t<std::is_same_v<T, f16x2>, f16, std::conditional_t<std::is_same_v<T, bf16x2>, bf16, T>>;

template <class T>
[[gnu::always_inline]] inline element<T> low_half(T packed) {
  return {static_cast<std::uint16_t>(packed.bits)};
}
template <class T>
[[gnu::always_inline]] inline element<T> high_half(T packed) {
  return {static_cast<std::uint16_t>(packed.bits >> 16)};
}
template <class T>
[[gnu::always_inline]] inline T pack_halves(element<T> low, element<T> high) {
  return {static_cast<std::uint32_t>(low.bits) | static_cast<std::uint32_t>(high.bits) << 16};
}

// operation(a, …) of the values, or of both halves.
template <class T, class Operation, class... Operand>
[[gnu::always_inline]] inline T each_element(Operation operation, Operand... operands) {
  if constexpr (is_packed<T>) {
    return pack_halves<T>(operation(low_half(operands)...), operation(high_half(operands)...));
  } else {
    return operation(operands...);
  }
}

// Two f32 side by side in 64 bits.
template <class Operation, class... Operand>
[[gnu::always_inline]] inline std::uint64_t each_f32(Operation operation, Operand... operands) {
  const std::uint64_t low = to_bits<float>(operation(std::bit_cast<float>(static_cast<std::uint32_t>(operands))...));
  const std::uint64_t high =
      to_bits<float>(operation(std::bit_cast<float>(static_cast<std::uint32_t>(operands >> 32))...));
  return low | high << 32;
}

// .ftz of a half: its subnormals become zeros of their sign.
template <bool Flush, class T>
[[gnu::always_inline]] inline T flush_half(T value) {
  if constexpr (!Flush) return value;
  constexpr std::uint32_t exponent = static_cast<std::uint32_t>(encoding<T>::type::infinity);
  return {static_cast<std::uint16_t>((value.bits & exponent) == 0 ? value.bits & 0x8000u : value.bits)};
}

// The half nearest to an exact or odd value, .sat and .relu applied.
template <class T, bool Flush, bool Saturate, bool Relu, class Source>
[[gnu::always_inline]] inline T finish_half(Source value) {
  const T rounded = narrow_to<T, rounding::nearest>(rectify<Relu>(saturate<Saturate>(value)));
  if constexpr (!Flush) return rounded;
  // As flush_result does.
  constexpr int up = 8;
  constexpr unsigned least = (1 + up) << encoding<T>::type::fraction_bits;
  const T raised = narrow_to<T, rounding::nearest>(value * Source{1 << up});
  return {static_cast<std::uint16_t>((raised.bits & 0x7fffu) < least ? rounded.bits & 0x8000u : rounded.bits)};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
