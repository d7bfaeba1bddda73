// d = a converted to another type
#include "warpfold/simt/isa/conversion.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

// One lane after the other, in any way; the way is in the instruction's flags.
template <class D, class S>
const instruction* convert_one_by_one(const instruction* i, warp& w) {
  const conversion how = unpacked(i->flags);
  return convert_lanes(i, w, [&how](std::uint64_t raw) { return convert<D, S>(raw, how); });
}

template <class D, class S>
bound one_by_one(const conversion& how) {
  bound result{convert_one_by_one<D, S>, convert_one_by_one<D, S>};
  result.flags = packed(how);
  return result;
}

// The same for all lanes at once, where registers are as wide as the types. The operation's result is a Result, of D's
// width.
template <class D, class S, class Result, class Operation, bool Partial>
const instruction* convert_all(const instruction* i, warp& w) {
  if (i->operand[0].wide() != (sizeof(D) == 8) || i->operand[1].wide() != (sizeof(S) == 8)) {
    return convert_one_by_one<D, S>(i, w);
  }
  return lanewise_handler<Operation, Partial, Result, S>::execute(i, w);
}

template <class D, class S, class Result = D, class Operation>
bound at_once(const conversion& how, Operation) {
  bound result{convert_all<D, S, Result, Operation, false>, convert_all<D, S, Result, Operation, true>};
  result.flags = packed(how);
  return result;
}

bool is_plain(const conversion& how) {
  return how.mode == rounding::nearest && !how.to_integral && !how.flush && !how.saturate && !how.relu && !how.finite;
}

template <class D, class S>
bound integer_to_integer(const conversion& how) {
  if (how.saturate) return one_by_one<D, S>(how);
  return at_once<D, S>(how, [](S a) { return static_cast<D>(a); });
}

template <class D, class S>
bound integer_to_floating(const conversion& how) {
  if constexpr (std::is_floating_point_v<D>) {
    if (is_plain(how)) return at_once<D, S>(how, [](S a) { return static_cast<D>(a); });
  }
  return one_by_one<D, S>(how);
}

// a truncated and clamped.
template <class D, class S>
[[gnu::always_inline]] inline D truncate(S a) {
  constexpr D least = std::numeric_limits<D>::min(), greatest = std::numeric_limits<D>::max();
  constexpr S past_greatest = static_cast<S>(greatest / 2 + 1) * 2;
  const D nan = static_cast<D>(nan_as_integer<D, S>);
  return a != a ? nan : a >= past_greatest ? greatest : a <= static_cast<S>(least) ? least : static_cast<D>(a);
}

// a rounded to a whole number; the host rounds to nearest, as it does by default. NaNs of f64 keep their bits.
template <rounding Mode, class S>
[[gnu::always_inline]] inline S whole(S a) {
  if constexpr (std::is_same_v<S, float>) {
    if constexpr (Mode == rounding::nearest) return __builtin_rintf(a);
    if constexpr (Mode == rounding::down) return __builtin_floorf(a);
    if constexpr (Mode == rounding::up) return __builtin_ceilf(a);
    return __builtin_truncf(a);
  } else {
    if constexpr (Mode == rounding::nearest) return propagate(__builtin_rint(a), a);
    if constexpr (Mode == rounding::down) return propagate(__builtin_floor(a), a);
    if constexpr (Mode == rounding::up) return propagate(__builtin_ceil(a), a);
    return propagate(__builtin_trunc(a), a);
  }
}

template <class Make>
bound with_mode(rounding mode, Make make) {
  if (mode == rounding::zero) return make.template operator()<rounding::zero>();
  if (mode == rounding::down) return make.template operator()<rounding::down>();
  if (mode == rounding::up) return make.template operator()<rounding::up>();
  return make.template operator()<rounding::nearest>();
}

template <class D, class S>
bound floating_to_integer(const conversion& how) {
  if constexpr (std::is_floating_point_v<S> && sizeof(D) >= 4) {
    if (!how.flush || how.mode == rounding::nearest || how.mode == rounding::zero) {  // where .ftz changes nothing
      return with_mode(how.mode, [&]<rounding Mode>() {
        return at_once<D, S>(how, [](S a) { return truncate<D, S>(whole<Mode>(a)); });
      });
    }
  }
  return one_by_one<D, S>(how);
}

// The value of S in D, rounded to nearest.
template <class D, class S>
[[gnu::always_inline]] inline D nearest(S a) {
  if constexpr (std::is_same_v<D, double>) {
    const double value = static_cast<double>(widen(a));
    return propagate(value, value);
  } else if constexpr (std::is_same_v<D, float>) {
    return static_cast<float>(widen(a));
  } else {
    return narrow_to<D, rounding::nearest>(widen(a));
  }
}

template <class D, class S>
bound floating_to_floating(const conversion& how) {
  if constexpr (std::is_same_v<D, float> && (std::is_same_v<S, double> || std::is_same_v<S, bf16>)) {
    // NaNs keep their bits.
    if (is_plain(how)) {
      return at_once<D, S, std::uint32_t>(
          how, [](S a) { return std::bit_cast<std::uint32_t>(static_cast<float>(widen(a))); });
    }
  } else if constexpr (!std::is_same_v<D, S> && !std::is_same_v<S, double> && !std::is_same_v<S, bf16>) {
    if (is_plain(how)) return at_once<D, S>(how, [](S a) { return nearest<D, S>(a); });
  } else if constexpr (std::is_same_v<D, S> && std::is_floating_point_v<D>) {
    if (how.to_integral && !how.flush && !how.saturate) {
      return with_mode(how.mode,
                       [&]<rounding Mode>() { return at_once<D, S>(how, [](S a) { return whole<Mode>(a); }); });
    }
  }
  return one_by_one<D, S>(how);
}

template <class D, class S>
bound convert_pair(const conversion& how) {
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) return integer_to_integer<D, S>(how);
  if constexpr (!std::is_integral_v<D> && std::is_integral_v<S>) return integer_to_floating<D, S>(how);
  if constexpr (std::is_integral_v<D> && !std::is_integral_v<S>) return floating_to_integer<D, S>(how);
  if constexpr (!std::is_integral_v<D> && !std::is_integral_v<S>) return floating_to_floating<D, S>(how);
}

template <class Make>
bound for_convertible(ptx::type t, Make make) {
  return for_type<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t, std::int32_t,
                  std::int64_t, f16, bf16, float, double>(t, make);
}

// Handlers whose lanes are operation(a, how), or operation(a, b, how), on 32-bit words.
template <class Operation>
bound word_by_word(const conversion& how, Operation, int operands) {
  constexpr handler of_one = [](const instruction* i, warp& w) {
    const conversion stored_how = unpacked(i->flags);
    return convert_lanes(i, w, [&](std::uint64_t a) {
      return std::uint64_t{Operation{}(static_cast<std::uint32_t>(a), 0, stored_how)};
    });
  };
  constexpr handler of_two = [](const instruction* i, warp& w) {
    const conversion stored_how = unpacked(i->flags);
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if (w.active_lanes[lane] == 0) continue;
      const auto a = static_cast<std::uint32_t>(read_lane(w, i->operand[1], lane));
      const auto b = static_cast<std::uint32_t>(read_lane(w, i->operand[2], lane));
      write_lane(w, i->operand[0], lane, Operation{}(a, b, stored_how));
    }
    return i + 1;
  };
  bound result = operands == 2 ? bound{of_two, of_two} : bound{of_one, of_one};
  result.flags = packed(how);
  return result;
}

// Shaped and encoded.
inline std::uint32_t reencode(number_format from, number_format to, std::uint32_t bits, const conversion& how) {
  return static_cast<std::uint32_t>(encode(to, shaped(decode(from, bits), how), how.mode, how.finite));
}

// cvt.rn.f16x2.f32 d, a, b: a becomes the high half.
template <class T>
bound pack_two(const conversion& how) {
  if (is_plain(how)) {
    return lanewise<T, float, float>([](float a, float b) {
      return pack_halves<T>(narrow_to<element<T>, rounding::nearest>(b), narrow_to<element<T>, rounding::nearest>(a));
    });
  }
  return word_by_word(
      how,
      [](std::uint32_t a, std::uint32_t b, const conversion& way) {
        constexpr number_format to = format_for<element<T>>;
        return reencode(single_format, to, a, way) << 16 | reencode(single_format, to, b, way);
      },
      2);
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
  return word_by_word(
      conversion_of(f),
      [](std::uint32_t a, std::uint32_t, const conversion& way) {
        constexpr int unused = single_format.fraction_bits - tensor_format.fraction_bits;
        return reencode(single_format, tensor_format, a, way) << unused;
      },
      1);
}

// .rs: away from zero if `random`, of so many bits, added to as many of the first ones that are cut off, carries; else
// toward zero. The ISA leaves open to which bits fewer random ones are added; so the chances are right.
inline rounding drawn(number_format to, real value, std::uint32_t random, int random_bits) {
  if (value.is != real::kind::finite || value.significand == 0) return rounding::zero;
  const int cut_off = bits_cut_off(to, value), unseen = cut_off - random_bits;
  if (unseen >= single_format.fraction_bits + 1) return rounding::zero;
  const std::uint64_t lost = value.significand & ((std::uint64_t{1} << cut_off) - 1);
  const bool carries = (lost >> unseen) + random >= std::uint64_t{1} << random_bits;
  return !carries ? rounding::zero : value.negative ? rounding::down : rounding::up;
}

// The f32 so rounded.
inline std::uint32_t reencode_drawn(number_format to, std::uint32_t single, std::uint32_t random, int random_bits,
                                    const conversion& how) {
  const real value = shaped(decode(single_format, single), how);
  return static_cast<std::uint32_t>(encode(to, value, drawn(to, value, random, random_bits), how.finite));
}

// cvt.rs.f16x2.f32 d, a, b, random: a becomes the high half, with the random bits of the high half. As many are used as
// are cut off of a normal number.
template <class T>
const instruction* pack_two_drawn(const instruction* i, warp& w) {
  constexpr number_format to = format_for<element<T>>;
  constexpr int random_bits = single_format.fraction_bits - to.fraction_bits;
  constexpr std::uint32_t used = (std::uint32_t{1} << random_bits) - 1;
  const conversion how = unpacked(i->flags);
  const auto operand = [&](std::size_t n, int lane) { return w.column<std::uint32_t>(i->operand[n])[lane]; };
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    const std::uint32_t random = operand(3, lane);
    const std::uint32_t high = reencode_drawn(to, operand(1, lane), random >> 16 & used, random_bits, how);
    const std::uint32_t low = reencode_drawn(to, operand(2, lane), random & used, random_bits, how);
    write_lane(w, i->operand[0], lane, high << 16 | low);
  }
  return i + 1;
}

// cvt.rs.e4m3x4.f32 d, {a, b, e, f}, random: a goes highest. 16 random bits serve two numbers each: the high ones a and
// b. Numbers of 4 bits have 8 each: the high byte of either half is for a and b, in this order, the low one for e and
// f.
template <number_format To, int Room>
const instruction* pack_four_drawn(const instruction* i, warp& w) {
  constexpr int random_bits = Room == 4 ? 8 : 16;
  constexpr int random_from[2][4] = {{24, 8, 16, 0}, {16, 16, 0, 0}};
  const conversion how = unpacked(i->flags);
  const column_ref* const from = w.column<column_ref>(i->operand[1]);
  const std::uint32_t* const random = w.column<std::uint32_t>(i->operand[2]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) continue;
    std::uint32_t packed_numbers = 0;
    for (int n = 0; n < 4; ++n) {
      const std::uint32_t drawn_bits = random[lane] >> random_from[Room == 8][n] & ((1u << random_bits) - 1);
      const std::uint32_t single = w.column<std::uint32_t>(from[n])[lane];
      packed_numbers = packed_numbers << Room | reencode_drawn(To, single, drawn_bits, random_bits, how);
    }
    write_lane(w, i->operand[0], lane, packed_numbers);
  }
  return i + 1;
}

// Two numbers of 4, 6 or 8 bits, the first one high: from two of f32, or from and to the
// halves of f16x2. Small results are always .satfinite, those in f16x2 never.
enum class small { e2m1, e2m3, e3m2, e4m3, e5m2 };
constexpr number_format format_of_small(small which) {
  switch (which) {
    case small::e2m1:
      return e2m1_format;
    case small::e2m3:
      return e2m3_format;
    case small::e3m2:
      return e3m2_format;
    case small::e4m3:
      return e4m3_format;
    default:
      return e5m2_format;
  }
}

template <small Which>
bound bind_small(const form& f) {
  constexpr int room = Which == small::e2m1 ? 4 : 8;
  const conversion how = conversion_of(f);
  if (!how.finite) {
    return word_by_word(
        how,
        [](std::uint32_t a, std::uint32_t, const conversion& way) {
          constexpr std::uint32_t mask = (1u << room) - 1;
          return reencode(format_of_small(Which), half_format, a & mask, way) |
                 reencode(format_of_small(Which), half_format, a >> room & mask, way) << 16;
        },
        1);
  }
  if (f.type() == ptx::type::f32) {
    return word_by_word(
        how,
        [](std::uint32_t a, std::uint32_t b, const conversion& way) {
          return reencode(single_format, format_of_small(Which), a, way) << room |
                 reencode(single_format, format_of_small(Which), b, way);
        },
        2);
  }
  return word_by_word(
      how,
      [](std::uint32_t a, std::uint32_t, const conversion& way) {
        return reencode(half_format, format_of_small(Which), a >> 16, way) << room |
               reencode(half_format, format_of_small(Which), a & 0xffff, way);
      },
      1);
}

// ue8m0: |x| as a power of 2, whose encoding is the exponent of an f32; 0 is 2^-127, and 255 NaN.
inline std::uint32_t power_of_2(std::uint32_t single, const conversion& how) {
  const std::uint32_t magnitude = single & 0x7fffffff, exponent = magnitude >> 23;
  const bool is_nan = magnitude > 0x7f800000;
  const bool raised =
      how.mode == rounding::up && exponent != 255 && (magnitude & 0x7fffff) != 0 && magnitude > 0x400000;
  const std::uint32_t power = exponent + (raised ? 1 : 0);
  return how.finite && !is_nan && power == 255 ? 254 : power;
}

// As a bf16, which has 2^-127 among its subnormals.
inline std::uint32_t brain_of_power(std::uint32_t power) {
  return power == 255 ? 0x7fff : power == 0 ? 0x40 : power << 7;
}

bound bind_powers(const form& f) {
  const conversion how = conversion_of(f);
  if (f.type() == ptx::type::f32) {
    return word_by_word(
        how,
        [](std::uint32_t a, std::uint32_t b, const conversion& way) {
          return power_of_2(a, way) << 8 | power_of_2(b, way);
        },
        2);
  }
  if (f.has("rn")) {
    return lanewise<std::uint32_t, std::uint32_t>(
        [](std::uint32_t a) { return brain_of_power(a & 0xff) | brain_of_power(a >> 8 & 0xff) << 16; });
  }
  return word_by_word(
      how,
      [](std::uint32_t a, std::uint32_t, const conversion& way) {
        return power_of_2(a & 0xffff0000, way) << 8 | power_of_2(a << 16, way);
      },
      1);
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

bound bind_drawn(const form& f) {
  const auto use = [&](handler h) {
    bound made{h, h};
    made.flags = packed(conversion_of(f));
    return made;
  };
  if (f.has("f16x2")) return use(pack_two_drawn<f16x2>);
  if (f.has("bf16x2")) return use(pack_two_drawn<bf16x2>);
  if (f.has("e5m2x4")) return use(pack_four_drawn<e5m2_format, 8>);
  if (f.has("e4m3x4")) return use(pack_four_drawn<e4m3_format, 8>);
  if (f.has("e3m2x4")) return use(pack_four_drawn<e3m2_format, 8>);
  if (f.has("e2m3x4")) return use(pack_four_drawn<e2m3_format, 8>);
  return use(pack_four_drawn<e2m1_format, 4>);
}

}  // namespace

bound bind_cvt(const form& f) {
  if (f.has("pack")) return bind_pack(f);
  if (f.has("rs")) return bind_drawn(f);
  if (f.has("tf32")) return to_tensor_format(f);
  if (f.has("e2m1x2")) return bind_small<small::e2m1>(f);
  if (f.has("e2m3x2")) return bind_small<small::e2m3>(f);
  if (f.has("e3m2x2")) return bind_small<small::e3m2>(f);
  if (f.has("e4m3x2")) return bind_small<small::e4m3>(f);
  if (f.has("e5m2x2")) return bind_small<small::e5m2>(f);
  if (f.has("ue8m0x2")) return bind_powers(f);
  const conversion how = conversion_of(f);
  if (f.type(0) == ptx::type::f16x2) return pack_two<f16x2>(how);
  if (f.type(0) == ptx::type::bf16x2) return pack_two<bf16x2>(how);
  return for_convertible(f.type(0), [&]<class D>(tag<D>) {
    return for_convertible(f.type(), [&]<class S>(tag<S>) { return convert_pair<D, S>(how); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
