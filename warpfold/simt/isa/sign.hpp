// Operations on the sign alone, shared by abs and neg.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The value with its sign bit cleared or inverted; a NaN keeps its sign.
template <bool Negate, class T>
[[gnu::always_inline]] inline T with_sign_changed(T value) {
  if constexpr (is_packed<T>) {
    return each_element<T>([](element<T> half) { return with_sign_changed<Negate>(half); }, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    using bits = typename format_of<T>::bits;
    constexpr bits sign = ~(~bits{0} >> 1);
    const bits raw = std::bit_cast<bits>(value);
    const T changed = std::bit_cast<T>(Negate ? raw ^ sign : raw & ~sign);
    if constexpr (std::is_same_v<T, double>) return propagate(changed, value);
    return changed;
  } else {
    const std::uint32_t raw = value.bits;
    constexpr std::uint32_t infinity = static_cast<std::uint32_t>(encoding<T>::type::infinity);
    const std::uint32_t changed = Negate ? raw ^ 0x8000u : raw & 0x7fffu;
    return {static_cast<std::uint16_t>((raw & 0x7fffu) > infinity ? 0x7fffu : changed)};
  }
}

// d = |a| or d = -a
template <bool Negate>
bound bind_sign_change(const form& f) {
  if (f.type() == ptx::type::f32) {
    return with_flag(f.has("ftz"), []<bool Flush>() {
      return lanewise<float, float>([](float a) { return with_sign_changed<Negate>(flush<Flush>(a)); });
    });
  }
  if (const bound integers = for_type<std::int16_t, std::int32_t, std::int64_t>(f.type(), []<class T>(tag<T>) {
        using word = std::make_unsigned_t<T>;
        return lanewise<T, T>([](T a) {
          const word negated = static_cast<word>(word{0} - static_cast<word>(a));
          return static_cast<T>(Negate || a < 0 ? negated : static_cast<word>(a));
        });
      })) {
    return integers;
  }
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return for_type<double, f16, f16x2, bf16, bf16x2>(f.type(), []<class T>(tag<T>) {
      return lanewise<T, T>([](T a) {
        if constexpr (Flush && !std::is_same_v<T, double>) {
          return each_element<T>([](element<T> half) { return with_sign_changed<Negate>(flush_half<true>(half)); }, a);
        } else {
          return with_sign_changed<Negate>(a);
        }
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
