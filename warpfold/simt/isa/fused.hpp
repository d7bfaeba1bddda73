// Products, with or without an addend that is added before the one rounding: shared by mul, fma and mad.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"
#include "warpfold/simt/isa/wide.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The product of two floats is exact in double.
template <rounding Mode, bool Flush>
[[gnu::always_inline]] inline float rounded_product(float a, float b) {
  a = flush<Flush>(a);
  b = flush<Flush>(b);
  if constexpr (Mode == rounding::nearest && !Flush) return a * b;
  const double exact = static_cast<double>(a) * static_cast<double>(b);
  return flush_result<Flush, Mode>(to_float<Mode>(exact), exact);
}

template <rounding Mode>
[[gnu::always_inline]] inline double rounded_product(double a, double b) {
  if (Mode == rounding::nearest || !(__builtin_isfinite(a) && __builtin_isfinite(b))) return propagate(a * b, a, b);
  return round_wide<Mode>(product(unpack(a), unpack(b)));
}

template <rounding Mode, bool Flush>
[[gnu::always_inline]] inline float rounded_fma(float a, float b, float c) {
  a = flush<Flush>(a);
  b = flush<Flush>(b);
  c = flush<Flush>(c);
  if constexpr (Mode == rounding::nearest && !Flush) return __builtin_fmaf(a, b, c);
  const double product = static_cast<double>(a) * static_cast<double>(b), addend = c;
  const double exact = signed_zero_sum<Mode>(odd_sum(product, addend), product, addend);
  return flush_result<Flush, Mode>(to_float<Mode>(exact), exact);
}

template <rounding Mode>
[[gnu::always_inline]] inline double rounded_fma(double a, double b, double c) {
  if (Mode == rounding::nearest || !(__builtin_isfinite(a) && __builtin_isfinite(b) && __builtin_isfinite(c))) {
    return propagate(__builtin_fma(a, b, c), a, c, b);
  }
  return round_wide<Mode>(sum<Mode>(product(unpack(a), unpack(b)), unpack(c)));
}

// Products of f16 are exact in float; those of bf16, which has the exponents of float, in double.
template <class T>
using product_type = std::conditional_t<std::is_same_v<T, f16>, float, double>;

template <class T, bool Flush, bool Saturate, bool Relu>
[[gnu::always_inline]] inline T half_product(T a, T b) {
  using wider = product_type<T>;
  return finish_half<T, Flush, Saturate, Relu>(static_cast<wider>(widen(flush_half<Flush>(a))) *
                                               static_cast<wider>(widen(flush_half<Flush>(b))));
}

template <class T, bool Flush, bool Saturate, bool Relu>
[[gnu::always_inline]] inline T half_fma(T a, T b, T c) {
  using wider = product_type<T>;
  const wider product =
      static_cast<wider>(widen(flush_half<Flush>(a))) * static_cast<wider>(widen(flush_half<Flush>(b)));
  return finish_half<T, Flush, Saturate, Relu>(odd_sum(product, static_cast<wider>(widen(flush_half<Flush>(c)))));
}

// d = a * b of floating-point types.
inline bound bind_product(const form& f) {
  if (f.has("f32x2")) {
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("ftz"), []<bool Flush>() {
        return lanewise<std::uint64_t, std::uint64_t, std::uint64_t>([](std::uint64_t a, std::uint64_t b) {
          return each_f32([](float x, float y) { return rounded_product<Mode, Flush>(x, y); }, a, b);
        });
      });
    });
  }
  if (f.type() == ptx::type::f32) {
    return with_f32_modifiers(f, []<rounding Mode, bool Flush, bool Saturate>() {
      return lanewise<float, float, float>(
          [](float a, float b) { return saturate<Saturate>(rounded_product<Mode, Flush>(a, b)); });
    });
  }
  if (f.type() == ptx::type::f64) {
    return with_rounding(f, []<rounding Mode>() {
      return lanewise<double, double, double>([](double a, double b) { return rounded_product<Mode>(a, b); });
    });
  }
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return with_flag(f.has("sat"), [&]<bool Saturate>() {
      return for_type<f16, f16x2, bf16, bf16x2>(f.type(), []<class T>(tag<T>) {
        return lanewise<T, T, T>([](T a, T b) {
          return each_element<T>(
              [](element<T> x, element<T> y) { return half_product<element<T>, Flush, Saturate, false>(x, y); }, a, b);
        });
      });
    });
  });
}

// .oob: a factor that is the NaN by which tensor copies mark what lies out of bounds makes the result +0.
template <class T>
[[gnu::always_inline]] inline bool out_of_bounds(T value) {
  return (value.bits & 0x7fffu) == 0x7ff7u;
}

template <class T, bool Flush, bool Saturate, bool Relu>
bound half_fma_handlers(bool oob) {
  return with_flag(oob, []<bool OutOfBounds>() {
    return lanewise<T, T, T, T>([](T a, T b, T c) {
      return each_element<T>(
          [](element<T> x, element<T> y, element<T> z) {
            const element<T> result = half_fma<element<T>, Flush, Saturate, Relu>(x, y, z);
            return OutOfBounds && (out_of_bounds(x) || out_of_bounds(y)) ? element<T>{0} : result;
          },
          a, b, c);
    });
  });
}

// d = a * b + c of floating-point types, rounded once.
inline bound bind_fused(const form& f) {
  using ptx::type;
  if (f.has("f32x2")) {
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("ftz"), []<bool Flush>() {
        return lanewise<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>(
            [](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
              return each_f32([](float x, float y, float z) { return rounded_fma<Mode, Flush>(x, y, z); }, a, b, c);
            });
      });
    });
  }
  if (f.type(0) == type::f32 && (f.type() == type::f16 || f.type() == type::bf16)) {  // fma.rn.f32.f16
    return with_rounding(f, [&]<rounding Mode>() {
      return with_flag(f.has("sat"), [&]<bool Saturate>() {
        return for_type<f16, bf16>(f.type(), []<class T>(tag<T>) {
          return lanewise<float, T, T, float>(
              [](T a, T b, float c) { return saturate<Saturate>(rounded_fma<Mode, false>(widen(a), widen(b), c)); });
        });
      });
    });
  }
  if (f.type() == type::f32) {
    return with_f32_modifiers(f, []<rounding Mode, bool Flush, bool Saturate>() {
      return lanewise<float, float, float, float>(
          [](float a, float b, float c) { return saturate<Saturate>(rounded_fma<Mode, Flush>(a, b, c)); });
    });
  }
  if (f.type() == type::f64) {
    return with_rounding(f, []<rounding Mode>() {
      return lanewise<double, double, double, double>(
          [](double a, double b, double c) { return rounded_fma<Mode>(a, b, c); });
    });
  }
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return with_flag(f.has("relu"), [&]<bool Relu>() {
      return with_flag(f.has("sat"), [&]<bool Saturate>() {
        return for_type<f16, f16x2, bf16, bf16x2>(
            f.type(), [&]<class T>(tag<T>) { return half_fma_handlers<T, Flush, Saturate, Relu>(f.has("oob")); });
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
