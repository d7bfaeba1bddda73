// The lesser or greater of two or three values, shared by min and max.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// An integer that orders as the value does, with -0 below +0.
template <class T>
[[gnu::always_inline]] inline auto order_of(T value) {
  using bits = typename format_of<T>::bits;
  using number = std::make_signed_t<bits>;
  const number raw = std::bit_cast<number>(value);
  return raw < 0 ? static_cast<number>(raw ^ std::numeric_limits<number>::max()) : raw;
}

// Of floating-point values: a NaN loses against a number, or wins if NanWins.
template <bool Greater, bool NanWins, class T>
[[gnu::always_inline]] inline T extremum(T a, T b) {
  const bool first = Greater ? order_of(a) > order_of(b) : order_of(a) < order_of(b);
  const bool a_is_nan = a != a, b_is_nan = b != b;
  const bool take_a = NanWins ? a_is_nan || (!b_is_nan && first) : b_is_nan || (!a_is_nan && first);
  return take_a ? a : b;
}

template <bool Greater, class T>
[[gnu::always_inline]] inline T integer_extremum(T a, T b) {
  return Greater ? (a > b ? a : b) : (a < b ? a : b);
}

template <class T>
[[gnu::always_inline]] inline T magnitude_of(T value) {
  using bits = typename format_of<T>::bits;
  return std::bit_cast<T>(static_cast<bits>(std::bit_cast<bits>(value) & (~bits{0} >> 1)));
}

// .xorsign.abs: of the magnitudes, with the product's sign.
template <bool Greater, bool NanWins>
[[gnu::always_inline]] inline float signed_extremum(float a, float b) {
  const std::uint32_t sign = (std::bit_cast<std::uint32_t>(a) ^ std::bit_cast<std::uint32_t>(b)) & 0x80000000u;
  const float magnitude = extremum<Greater, NanWins>(magnitude_of(a), magnitude_of(b));
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
}

// Of halves: through float, which holds them exactly.
template <bool Greater, bool NanWins, bool Flush, bool Signed, class T>
[[gnu::always_inline]] inline T half_extremum(T a, T b) {
  const float x = widen(flush_half<Flush>(a)), y = widen(flush_half<Flush>(b));
  const float result = Signed ? signed_extremum<Greater, NanWins>(x, y) : extremum<Greater, NanWins>(x, y);
  return narrow_to<T, rounding::zero>(result);
}

template <bool Greater>
bound packed_integer_extremum(const form& f) {
  return with_flag(f.has("s16x2"), [&]<bool Signed>() {
    return with_flag(f.has("relu"), []<bool Relu>() {
      using half = std::conditional_t<Signed, std::int16_t, std::uint16_t>;
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
        const auto of_halves = [](std::uint32_t x, std::uint32_t y) {
          half result = integer_extremum<Greater>(static_cast<half>(x), static_cast<half>(y));
          if constexpr (Relu) result = result < 0 ? half{0} : result;
          return static_cast<std::uint32_t>(static_cast<std::uint16_t>(result));
        };
        return of_halves(a, b) | of_halves(a >> 16, b >> 16) << 16;
      });
    });
  });
}

template <bool Greater>
bound integer_extremum_handlers(const form& f) {
  if (f.has("relu")) {
    return lanewise<std::int32_t, std::int32_t, std::int32_t>([](std::int32_t a, std::int32_t b) {
      return integer_extremum<true>(integer_extremum<Greater>(a, b), std::int32_t{0});
    });
  }
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
      f.type(),
      []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return integer_extremum<Greater>(a, b); }); });
}

// min.f32 d, a, b, c with .abs for .xorsign.abs
template <bool Greater, bool NanWins, bool Flush>
bound extremum_of_three(bool of_magnitudes) {
  return with_flag(of_magnitudes, []<bool Magnitudes>() {
    return lanewise<float, float, float, float>([](float a, float b, float c) {
      const auto operand = [](float value) {
        const float flushed = flush<Flush>(value);
        return Magnitudes ? magnitude_of(flushed) : flushed;
      };
      return extremum<Greater, NanWins>(extremum<Greater, NanWins>(operand(a), operand(b)), operand(c));
    });
  });
}

template <bool Greater, bool NanWins, bool Flush>
bound f32_extremum(const form& f) {
  if (f.operand_count() == 4) return extremum_of_three<Greater, NanWins, Flush>(f.has("abs"));
  if (f.has("xorsign")) {
    return lanewise<float, float, float>(
        [](float a, float b) { return signed_extremum<Greater, NanWins>(flush<Flush>(a), flush<Flush>(b)); });
  }
  return lanewise<float, float, float>(
      [](float a, float b) { return extremum<Greater, NanWins>(flush<Flush>(a), flush<Flush>(b)); });
}

// d = min(a, b) or max(a, b) of every type.
template <bool Greater>
bound bind_extremum(const form& f) {
  using ptx::type;
  if (f.has("u16x2") || f.has("s16x2")) return packed_integer_extremum<Greater>(f);
  if (f.type() == type::f64) {
    return lanewise<double, double, double>(
        [](double a, double b) { return propagate(extremum<Greater, false>(a, b), a, b); });
  }
  if (const bound integers = integer_extremum_handlers<Greater>(f)) return integers;
  return with_flag(f.has("NaN"), [&]<bool NanWins>() {
    return with_flag(f.has("ftz"), [&]<bool Flush>() {
      if (f.type() == type::f32) return f32_extremum<Greater, NanWins, Flush>(f);
      return with_flag(f.has("xorsign"), [&]<bool Signed>() {
        return for_type<f16, f16x2, bf16, bf16x2>(f.type(), []<class T>(tag<T>) {
          return lanewise<T, T, T>([](T a, T b) {
            return each_element<T>(
                [](element<T> x, element<T> y) { return half_extremum<Greater, NanWins, Flush, Signed>(x, y); }, a, b);
          });
        });
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
