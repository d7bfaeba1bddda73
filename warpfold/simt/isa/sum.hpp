// Sums and differences, shared by add and sub.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/carry.hpp"
#include "warpfold/simt/isa/wide.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

template <rounding Mode>
[[gnu::always_inline]] inline float rounded_sum(float a, float b) {
  if constexpr (Mode == rounding::nearest) return a + b;
  return to_float<Mode>(signed_zero_sum<Mode>(odd_sum(static_cast<double>(a), static_cast<double>(b)),
                                              static_cast<double>(a), static_cast<double>(b)));
}

template <rounding Mode, bool Subtract>
[[gnu::always_inline]] inline double rounded_sum(double a, double b) {
  const double nearest = propagate(Subtract ? a - b : a + b, a, b);
  if (Mode == rounding::nearest || !(__builtin_isfinite(a) && __builtin_isfinite(b))) return nearest;
  return round_wide<Mode>(sum<Mode>(unpack(a), unpack(Subtract ? -b : b)));
}

// A half's sum is nearest to the float's: floats are more than twice as precise, and a sum never underflows inexactly.
template <class T, bool Flush, bool Saturate>
[[gnu::always_inline]] inline T half_sum(T a, T b) {
  return finish_half<T, Flush, Saturate, false>(widen(flush_half<Flush>(a)) + widen(flush_half<Flush>(b)));
}

// b, or what subtracting b adds.
template <bool Subtract, class T>
[[gnu::always_inline]] inline T addend(T b) {
  if constexpr (!Subtract) {
    return b;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(-b);
  } else {
    return {static_cast<std::uint16_t>(b.bits ^ 0x8000u)};
  }
}

template <bool Subtract>
bound integer_sum(const form& f) {
  if (f.has("cc")) return sum_with_carry<Subtract, false, true>(f);
  if (f.has("sat") && f.type() == ptx::type::s32) {
    return lanewise<std::int32_t, std::int32_t, std::int32_t>([](std::int64_t a, std::int64_t b) {
      constexpr std::int64_t least = INT32_MIN, greatest = INT32_MAX;
      const std::int64_t sum = Subtract ? a - b : a + b;
      return sum < least ? least : sum > greatest ? greatest : sum;
    });
  }
  if (f.has("u16x2") || f.has("s16x2")) {
    return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t high =
          Subtract ? (a & 0xffff0000u) - (b & 0xffff0000u) : (a & 0xffff0000u) + (b & 0xffff0000u);
      return high | ((Subtract ? a - b : a + b) & 0xffffu);
    });
  }
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<T, T, T>([](T a, T b) { return Subtract ? a - b : a + b; });
  });
}

// d = a + b or d = a - b, of every type.
template <bool Subtract>
bound bind_sum(const form& f) {
  using ptx::type;
  if (f.has("f32x2")) {
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("ftz"), []<bool Flush>() {
        return lanewise<std::uint64_t, std::uint64_t, std::uint64_t>([](std::uint64_t a, std::uint64_t b) {
          return each_f32(
              [](float x, float y) {
                return flush<Flush>(rounded_sum<Mode>(flush<Flush>(x), addend<Subtract>(flush<Flush>(y))));
              },
              a, b);
        });
      });
    });
  }
  if (f.type(0) == type::f32 && (f.type() == type::f16 || f.type() == type::bf16)) {  // add.f32.f16
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("sat"), [&]<bool Saturate>() {
        return for_type<f16, bf16>(f.type(), []<class T>(tag<T>) {
          return lanewise<float, T, float>(
              [](T a, float b) { return saturate<Saturate>(rounded_sum<Mode>(widen(a), addend<Subtract>(b))); });
        });
      });
    });
  }
  if (f.type() == type::f32) {
    return with_f32_modifiers(f, []<rounding Mode, bool Flush, bool Saturate>() {
      return lanewise<float, float, float>([](float a, float b) {
        return finish<Flush, Saturate>(rounded_sum<Mode>(flush<Flush>(a), addend<Subtract>(flush<Flush>(b))));
      });
    });
  }
  if (f.type() == type::f64) {
    return with_rounding(f, []<rounding Mode>() {
      return lanewise<double, double, double>([](double a, double b) { return rounded_sum<Mode, Subtract>(a, b); });
    });
  }
  if (const bound integers = integer_sum<Subtract>(f)) return integers;
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return with_flag(f.has("sat"), [&]<bool Saturate>() {
      return for_type<f16, f16x2, bf16, bf16x2>(f.type(), []<class T>(tag<T>) {
        return lanewise<T, T, T>([](T a, T b) {
          return each_element<T>(
              [](element<T> x, element<T> y) { return half_sum<element<T>, Flush, Saturate>(x, addend<Subtract>(y)); },
              a, b);
        });
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
