// d = a converted to another type
#include "warpfold/simt/isa/conversion.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

// One loop per pair of types; the many ways of rounding share it, each with a handler that only names the way.
template <class D, class S>
[[gnu::noinline]] const instruction* convert_one_by_one(const instruction* i, warp& w, const conversion& how) {
  return convert_lanes(i, w, [&how](std::uint64_t raw) { return convert<D, S>(raw, how); });
}

template <class D, class S, rounding Mode, bool Integral, bool Flush, bool Saturate, bool Relu, bool Finite>
const instruction* convert_so(const instruction* i, warp& w) {
  return convert_one_by_one<D, S>(i, w, way<Mode, Integral, Flush, Saturate, Relu, Finite>);
}

// The same for all lanes at once, where registers are as wide as the types. The operation's result is a Result, of D's
// width.
template <class D, class S, class Result, handler OneByOne, class Operation, bool Partial>
const instruction* convert_all(const instruction* i, warp& w) {
  if (i->operand[0].wide() != (sizeof(D) == 8) || i->operand[1].wide() != (sizeof(S) == 8)) return OneByOne(i, w);
  return lanewise_handler<Operation, Partial, Result, S>::execute(i, w);
}

template <class D, class S, handler OneByOne, class Result = D, class Operation>
bound at_once(Operation) {
  return {convert_all<D, S, Result, OneByOne, Operation, false>, convert_all<D, S, Result, OneByOne, Operation, true>};
}

bound either_way(handler h) {
  return {h, h};
}

template <class D, class S>
bound integer_to_integer(const form& f) {
  constexpr handler saturating = convert_so<D, S, rounding::zero, false, false, true, false, false>;
  constexpr handler plain = convert_so<D, S, rounding::zero, false, false, false, false, false>;
  if (f.has("sat")) return either_way(saturating);
  return at_once<D, S, plain>([](S a) { return static_cast<D>(a); });
}

template <class D, class S>
bound integer_to_floating(const form& f) {
  const bool plain = !f.has("sat") && !f.has("rz") && !f.has("rm") && !f.has("rp");
  if constexpr (std::is_floating_point_v<D>) {
    constexpr handler one_by_one = convert_so<D, S, rounding::nearest, false, false, false, false, false>;
    if (plain) return at_once<D, S, one_by_one>([](S a) { return static_cast<D>(a); });
  }
  return with_rounding(f, [&]<rounding Mode>() {
    return with_flag(f.has("sat"), []<bool Saturate>() {
      return either_way(convert_so<D, S, Mode, false, false, Saturate, false, false>);
    });
  });
}

template <class Make>
bound with_integral_rounding(const form& f, Make make) {
  if (f.has("rni")) return make.template operator()<rounding::nearest>();
  if (f.has("rmi")) return make.template operator()<rounding::down>();
  if (f.has("rpi")) return make.template operator()<rounding::up>();
  return make.template operator()<rounding::zero>();
}

// a truncated and clamped.
template <class D, class S>
[[gnu::always_inline]] inline D truncate(S a) {
  constexpr D least = std::numeric_limits<D>::min(), greatest = std::numeric_limits<D>::max();
  constexpr S past_greatest = static_cast<S>(greatest / 2 + 1) * 2;
  const D nan = static_cast<D>(nan_as_integer<D, S>);
  return a != a ? nan : a >= past_greatest ? greatest : a <= static_cast<S>(least) ? least : static_cast<D>(a);
}

// a rounded to a whole number. The host rounds to nearest, which is its default, wherever this code runs.
template <rounding Mode, class S>
[[gnu::always_inline]] inline S whole(S a) {
  if constexpr (std::is_same_v<S, float>) {
    if constexpr (Mode == rounding::nearest) return __builtin_rintf(a);
    if constexpr (Mode == rounding::down) return __builtin_floorf(a);
    if constexpr (Mode == rounding::up) return __builtin_ceilf(a);
    return __builtin_truncf(a);
  } else {
    if constexpr (Mode == rounding::nearest) return __builtin_rint(a);
    if constexpr (Mode == rounding::down) return __builtin_floor(a);
    if constexpr (Mode == rounding::up) return __builtin_ceil(a);
    return __builtin_trunc(a);
  }
}

// NaNs of f64 keep their bits.
template <rounding Mode, class S>
[[gnu::always_inline]] inline S whole_or_nan(S a) {
  if constexpr (std::is_same_v<S, double>) return propagate(whole<Mode>(a), a);
  return whole<Mode>(a);
}

template <bool Flush, class S>
[[gnu::always_inline]] inline S flush_source(S a) {
  if constexpr (std::is_same_v<S, float>) return flush<Flush>(a);
  return a;
}

template <class D, class S>
bound floating_to_integer(const form& f) {
  return with_integral_rounding(f, [&]<rounding Mode>() {
    return with_flag(f.has("ftz"), []<bool Flush>() {
      constexpr handler one_by_one = convert_so<D, S, Mode, false, Flush, false, false, false>;
      if constexpr (std::is_floating_point_v<S> && sizeof(D) >= 4) {
        return at_once<D, S, one_by_one>([](S a) { return truncate<D, S>(whole<Mode>(flush_source<Flush>(a))); });
      } else {
        return either_way(one_by_one);
      }
    });
  });
}

// The value of S in D, rounded to nearest.
template <class D, class S>
[[gnu::always_inline]] inline D nearest(S a) {
  if constexpr (std::is_same_v<D, double>)
    return propagate(static_cast<double>(widen(a)), static_cast<double>(widen(a)));
  if constexpr (std::is_same_v<D, float>) return static_cast<float>(widen(a));
  if constexpr (!std::is_floating_point_v<D>) return narrow_to<D, rounding::nearest>(widen(a));
}

template <class D, class S>
bound floating_to_floating(const form& f) {
  const bool integral = f.has("rni") || f.has("rzi") || f.has("rmi") || f.has("rpi");
  const bool plain = !integral && !f.has("rz") && !f.has("rm") && !f.has("rp") && !f.has("ftz") && !f.has("sat") &&
                     !f.has("relu") && !f.has("satfinite");
  constexpr handler plainly = convert_so<D, S, rounding::nearest, false, false, false, false, false>;
  if constexpr (std::is_same_v<D, float> && (std::is_same_v<S, double> || std::is_same_v<S, bf16>)) {
    // NaNs keep their bits.
    if (plain) {
      return at_once<D, S, plainly, std::uint32_t>(
          [](S a) { return std::bit_cast<std::uint32_t>(static_cast<float>(widen(a))); });
    }
  } else if constexpr (!std::is_same_v<D, S> && !std::is_same_v<S, double> && !std::is_same_v<S, bf16>) {
    if (plain) return at_once<D, S, plainly>([](S a) { return nearest<D, S>(a); });
  }
  return with_flag(f.has("ftz"), [&]<bool Flush>() {
    return with_flag(f.has("sat"), [&]<bool Saturate>() {
      if (integral) {
        return with_integral_rounding(f, [&]<rounding Mode>() {
          constexpr handler one_by_one = convert_so<D, S, Mode, true, Flush, Saturate, false, false>;
          if constexpr (std::is_same_v<D, S> && std::is_floating_point_v<D> && !Saturate) {
            return at_once<D, S, one_by_one>([](S a) { return whole_or_nan<Mode>(flush_source<Flush>(a)); });
          } else {
            return either_way(one_by_one);
          }
        });
      }
      return with_flag(f.has("relu"), [&]<bool Relu>() {
        return with_flag(f.has("satfinite"), [&]<bool Finite>() {
          return with_rounding(f, []<rounding Mode>() {
            return either_way(convert_so<D, S, Mode, false, Flush, Saturate, Relu, Finite>);
          });
        });
      });
    });
  });
}

template <class D, class S>
bound convert_pair(const form& f) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) return integer_to_integer<D, S>(f);
  if constexpr (!std::is_integral_v<D> && std::is_integral_v<S>) return integer_to_floating<D, S>(f);
  if constexpr (std::is_integral_v<D> && !std::is_integral_v<S>) return floating_to_integer<D, S>(f);
  if constexpr (!std::is_integral_v<D> && !std::is_integral_v<S>) return floating_to_floating<D, S>(f);
}

template <class Make>
bound for_convertible(ptx::type t, Make make) {
  return for_type<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t, std::int32_t,
                  std::int64_t, f16, bf16, float, double>(t, make);
}

// cvt.rn.f16x2.f32 d, a, b: a becomes the high half.
template <class T>
bound pack_two(const form& f) {
  if (f.has("rn") && !f.has("relu") && !f.has("satfinite")) {
    return lanewise<T, float, float>([](float a, float b) {
      return pack_halves<T>(narrow_to<element<T>, rounding::nearest>(b), narrow_to<element<T>, rounding::nearest>(a));
    });
  }
  return with_rounding(f, [&]<rounding Mode>() {
    return with_flag(f.has("relu"), [&]<bool Relu>() {
      return with_flag(f.has("satfinite"), []<bool Finite>() {
        return lanewise<T, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
          const auto half = [](std::uint32_t x) {
            constexpr const conversion& how = way<Mode, false, false, false, Relu, Finite>;
            return element<T>{static_cast<std::uint16_t>(convert<element<T>, float>(x, how))};
          };
          return pack_halves<T>(half(b), half(a));
        });
      });
    });
  });
}

// Shaped and encoded.
[[gnu::always_inline]] inline std::uint32_t reencode(number_format from, number_format to, std::uint32_t bits,
                                                     const conversion& how) {
  return static_cast<std::uint32_t>(encode(to, shaped(decode(from, bits), how), how.mode, how.finite));
}

// cvt.rna.tf32.f32: rounded as an integer is, NaNs cut off; .satfinite takes a step back from infinity and NaNs.
template <bool Finite>
[[gnu::always_inline]] inline std::uint32_t round_to_tensor_format(std::uint32_t a) {
  constexpr std::uint32_t step = 0x2000, infinity = 0x7f800000;
  const bool is_nan = (a & 0x7fffffff) > infinity;
  const std::uint32_t rounded = (is_nan ? a : a + step / 2) & ~(step - 1);
  return Finite && (rounded & infinity) == infinity ? rounded - step : rounded;
}

// cvt.tf32.f32: the low bits of the result are zeros.
bound to_tensor_format(const form& f) {
  if (f.has("rna")) {
    return with_flag(f.has("satfinite"), []<bool Finite>() {
      return lanewise<std::uint32_t, std::uint32_t>([](std::uint32_t a) { return round_to_tensor_format<Finite>(a); });
    });
  }
  return with_rounding(f, [&]<rounding Mode>() {
    return with_flag(f.has("relu"), [&]<bool Relu>() {
      return with_flag(f.has("satfinite"), []<bool Finite>() {
        return lanewise<std::uint32_t, std::uint32_t>([](std::uint32_t a) {
          constexpr int unused = single_format.fraction_bits - tensor_format.fraction_bits;
          return reencode(single_format, tensor_format, a, way<Mode, false, false, false, Relu, Finite>) << unused;
        });
      });
    });
  });
}

// Two numbers of 8 bits: from two of f32, the first one high, or from and to the halves of f16x2.
template <int ExponentBits>
inline constexpr number_format byte_format = ExponentBits == 4 ? e4m3_format : e5m2_format;

template <int ExponentBits>
bound to_bytes(const form& f) {
  return with_flag(f.has("relu"), [&]<bool Relu>() {
    if (f.type() == ptx::type::f32) {
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
        constexpr const conversion& how = way<rounding::nearest, false, false, false, Relu, true>;
        constexpr number_format to = byte_format<ExponentBits>;
        return reencode(single_format, to, a, how) << 8 | reencode(single_format, to, b, how);
      });
    }
    return lanewise<std::uint32_t, std::uint32_t>([](std::uint32_t a) {
      constexpr const conversion& how = way<rounding::nearest, false, false, false, Relu, true>;
      constexpr number_format to = byte_format<ExponentBits>;
      return reencode(half_format, to, a >> 16, how) << 8 | reencode(half_format, to, a & 0xffff, how);
    });
  });
}

template <int ExponentBits>
bound from_bytes(const form& f) {
  return with_flag(f.has("relu"), []<bool Relu>() {
    return lanewise<std::uint32_t, std::uint32_t>([](std::uint32_t a) {
      constexpr const conversion& how = way<rounding::nearest, false, false, false, Relu, false>;
      constexpr number_format from = byte_format<ExponentBits>;
      return reencode(from, half_format, a & 0xff, how) | reencode(from, half_format, a >> 8 & 0xff, how) << 16;
    });
  });
}

// Results in bytes are always .satfinite, those in f16x2 never.
template <int ExponentBits>
bound bind_bytes(const form& f) {
  return f.has("satfinite") ? to_bytes<ExponentBits>(f) : from_bytes<ExponentBits>(f);
}

// cvt.pack.sat.u8.s32.b32 d, a, b, c: a and b clamped and put side by side below what c holds.
template <int Bits, bool SignedResult, bool SignedSource>
[[gnu::always_inline]] inline std::uint32_t pack_clamped(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  using source_type = std::conditional_t<SignedSource, std::int32_t, std::uint32_t>;
  constexpr std::uint32_t mask = (std::uint32_t{1} << Bits) - 1;
  const auto clamp = [](std::uint32_t raw) {
    constexpr std::int64_t greatest = SignedResult ? mask >> 1 : mask;
    constexpr std::int64_t least = SignedResult ? -greatest - 1 : 0;
    const std::int64_t value = static_cast<source_type>(raw);
    return static_cast<std::uint32_t>(value < least ? least : value > greatest ? greatest : value) & mask;
  };
  constexpr int room = 2 * Bits;
  const std::uint32_t above = room < 32 ? c << (room & 31) : 0;
  return above | clamp(a) << Bits | clamp(b);
}

template <int Bits, bool SignedResult>
bound pack_with_saturation(const form& f) {
  const bool third = f.operand_count() == 4;
  const auto handlers = [third]<bool SignedSource>() {
    if (third) {
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            return pack_clamped<Bits, SignedResult, SignedSource>(a, b, c);
          });
    }
    return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>(
        [](std::uint32_t a, std::uint32_t b) { return pack_clamped<Bits, SignedResult, SignedSource>(a, b, 0); });
  };
  return with_flag(f.has("s32"), handlers);
}

bound bind_pack(const form& f) {
  if (f.has("u16")) return pack_with_saturation<16, false>(f);
  if (f.has("s16")) return pack_with_saturation<16, true>(f);
  if (f.has("u8")) return pack_with_saturation<8, false>(f);
  if (f.has("s8")) return pack_with_saturation<8, true>(f);
  if (f.has("u4")) return pack_with_saturation<4, false>(f);
  if (f.has("s4")) return pack_with_saturation<4, true>(f);
  if (f.has("u2")) return pack_with_saturation<2, false>(f);
  return pack_with_saturation<2, true>(f);
}

}  // namespace

bound bind_cvt(const form& f) {
  if (f.has("pack")) return bind_pack(f);
  if (f.has("tf32")) return to_tensor_format(f);
  if (f.has("e4m3x2")) return bind_bytes<4>(f);
  if (f.has("e5m2x2")) return bind_bytes<5>(f);
  if (f.type(0) == ptx::type::f16x2) return pack_two<f16x2>(f);
  if (f.type(0) == ptx::type::bf16x2) return pack_two<bf16x2>(f);
  return for_convertible(f.type(0), [&]<class D>(tag<D>) {
    return for_convertible(f.type(), [&]<class S>(tag<S>) { return convert_pair<D, S>(f); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
