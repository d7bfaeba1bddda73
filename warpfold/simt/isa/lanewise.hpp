// Handlers for instructions that compute each lane's result from the same lane's operands alone.
// isa/README.md has the recipe. Compiled once per instruction set of the host, in a namespace of its own.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/core/warp.hpp"
#include "warpfold/simt/isa/simd.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The number type of an operand or a result. Beside the built-in ones:
struct f16 {
  std::uint16_t bits;
};
struct f16x2 {
  std::uint32_t bits;
};
struct bf16 {
  std::uint16_t bits;
};
struct bf16x2 {
  std::uint32_t bits;
};

// What a column holds for a value of type T.
template <class T>
using stored = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class T>
[[gnu::always_inline]] inline T from_bits(stored<T> bits) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(bits);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>(bits);
  } else {
    return T{static_cast<decltype(T::bits)>(bits)};
  }
}

// A NaN result of f32 arithmetic is the canonical NaN (ISA 9.7.3). Instructions that move bits use integer types.
template <class T>
[[gnu::always_inline]] inline stored<T> to_bits(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return value == value ? std::bit_cast<std::uint32_t>(value) : 0x7fffffffu;
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(value);
  } else if constexpr (std::is_signed_v<T>) {  // sign-extended, for destinations wider than the type
    return static_cast<stored<T>>(static_cast<std::make_signed_t<stored<T>>>(value));
  } else if constexpr (std::is_integral_v<T>) {
    return value;
  } else {
    return value.bits;
  }
}

// One source operand, readable lane by lane. A bool is a predicate.
template <class T>
struct source {
  const stored<T>* column;
  [[gnu::always_inline]] source(warp& w, column_ref ref) : column(w.column<stored<T>>(ref)) {}
  [[gnu::always_inline]] T operator[](int lane) const { return from_bits<T>(column[lane]); }
};
template <>
struct source<bool> {
  lane_mask lanes;
  [[gnu::always_inline]] source(warp& w, column_ref ref) : lanes(w.predicate(ref)) {}
  [[gnu::always_inline]] bool operator[](int lane) const { return (lanes >> lane & 1) != 0; }
};

template <class Operation, bool Partial, class Result, class... Operand>
struct lanewise_handler {
  template <std::size_t... I>
  [[gnu::always_inline]] static const instruction* run(const instruction* i, warp& w, std::index_sequence<I...>) {
    [[maybe_unused]] constexpr int first_source = static_cast<int>(maximum_operands);
    return run(i, w, source<Operand>(w, i->operand[I + 1])...);
  }

  [[gnu::always_inline]] static const instruction* run(const instruction* i, warp& w, source<Operand>... operands) {
    if constexpr (std::is_same_v<Result, bool>) {
      alignas(64) std::int32_t results[lanes_per_warp];
      WARPFOLD_INDEPENDENT_LANES
      for (int lane = 0; lane < lanes_per_warp; ++lane) results[lane] = Operation{}(operands[lane]...) ? -1 : 0;
      w.set_predicate(i->operand[0], lanes_with_sign(results));
    } else {
      stored<Result>* const destination = w.column<stored<Result>>(i->operand[0]);
      WARPFOLD_INDEPENDENT_LANES
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        const stored<Result> result = to_bits<Result>(static_cast<Result>(Operation{}(operands[lane]...)));
        if constexpr (Partial) {
          destination[lane] = w.active_lanes[lane] != 0 ? result : destination[lane];
        } else {
          destination[lane] = result;
        }
      }
    }
    return i + 1;
  }

  static const instruction* execute(const instruction* i, warp& w) {
    return run(i, w, std::index_sequence_for<Operand...>());
  }
};

// The handlers of `operand[0] = operation(operand[1], …)`. The operation is a lambda without captures, called for every
// lane, active or not, so it must be defined for all operands. Its result is converted to Result.
template <class Result, class... Operand, class Operation>
bound lanewise(Operation) {
  return {lanewise_handler<Operation, false, Result, Operand...>::execute,
          lanewise_handler<Operation, true, Result, Operand...>::execute};
}

// Handlers for a type known only at run time.
template <class T>
struct tag {
  using type = T;
};

template <class T>
constexpr bool names(ptx::type t) {
  using ptx_type = ptx::type;
  if constexpr (std::is_same_v<T, std::uint8_t>) return t == ptx_type::u8 || t == ptx_type::b8;
  if constexpr (std::is_same_v<T, std::uint16_t>) return t == ptx_type::u16 || t == ptx_type::b16;
  if constexpr (std::is_same_v<T, std::uint32_t>) return t == ptx_type::u32 || t == ptx_type::b32;
  if constexpr (std::is_same_v<T, std::uint64_t>) return t == ptx_type::u64 || t == ptx_type::b64;
  if constexpr (std::is_same_v<T, std::int8_t>) return t == ptx_type::s8;
  if constexpr (std::is_same_v<T, std::int16_t>) return t == ptx_type::s16;
  if constexpr (std::is_same_v<T, std::int32_t>) return t == ptx_type::s32;
  if constexpr (std::is_same_v<T, std::int64_t>) return t == ptx_type::s64;
  if constexpr (std::is_same_v<T, float>) return t == ptx_type::f32;
  if constexpr (std::is_same_v<T, double>) return t == ptx_type::f64;
  if constexpr (std::is_same_v<T, f16>) return t == ptx_type::f16;
  if constexpr (std::is_same_v<T, f16x2>) return t == ptx_type::f16x2;
  if constexpr (std::is_same_v<T, bf16>) return t == ptx_type::bf16;
  if constexpr (std::is_same_v<T, bf16x2>) return t == ptx_type::bf16x2;
  if constexpr (std::is_same_v<T, bool>) return t == ptx_type::pred;
  return false;
}

// make(tag<T>()) for the first T among the listed types that `t` names; nothing if none does.
template <class... T, class Make>
bound for_type(ptx::type t, Make make) {
  bound result;
  (void)((names<T>(t) && ((result = make(tag<T>())), true)) || ...);
  return result;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
