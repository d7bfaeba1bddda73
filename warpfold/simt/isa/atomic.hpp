// Atomic updates of memory, shared by atom and red: lane after lane, in the order of their numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "warpfold/simt/core/atomic_section.hpp"
#include "warpfold/simt/isa/extremum.hpp"
#include "warpfold/simt/isa/memory.hpp"
#include "warpfold/simt/isa/sum.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

inline void locate_update(const instruction* i, warp& w, std::byte** at) {
  if (i->access->space == ptx::space::shared && !i->reports) return locate<reach::shared, false>(i, w, at);
  locate<reach::anywhere, false>(i, w, at);
}

// As it lies in memory: without making a NaN canonical.
template <class T>
[[gnu::always_inline]] inline stored<T> stored_bits(T value) {
  stored<T> bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}

// Of instruction::flags: an update that loops spin on, to take a lock.
inline constexpr std::uint32_t polls_flag = 1;

// Operation{}(before, b, c) is what the memory then holds.
template <class T, class Operation>
const instruction* update(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  const memory_access& access = *i->access;
  const bool returns = access.kind == access_kind::atomic;
  if (i->flags == polls_flag) w.poll(access.space != ptx::space::shared);
  locate_update(i, w, at);
  const atomic_section alone(w);
  const source<T> b(w, i->operand[access.address_operand + 1]);
  // Of cas a value; else a cache policy, which no operation looks at, or nothing.
  const column_ref third = i->operand[access.address_operand + 2];
  const source<T> c(w, third.present() ? third : i->operand[access.address_operand + 1]);
  stored<T>* const destination = returns ? w.column<stored<T>>(i->operand[0]) : nullptr;
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = __builtin_ctz(left);
    const T before = load_from<T>(at[lane]);
    store_to(at[lane], static_cast<T>(Operation{}(before, b[lane], c[lane])));
    if (returns) destination[lane] = stored_bits(before);
  }
  return i + 1;
}

// The same for vectors, whose elements are updated one by one. An operand holds the columns of its elements.
template <class T, class Operation>
const instruction* update_vector(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  const memory_access& access = *i->access;
  locate_update(i, w, at);
  const atomic_section alone(w);
  const column_ref* const before_of =
      access.kind == access_kind::atomic ? w.column<column_ref>(i->operand[0]) : nullptr;
  const column_ref* const b_of = w.column<column_ref>(i->operand[access.address_operand + 1]);
  for (std::uint32_t n = 0; n < access.count; ++n) {
    const source<T> b(w, b_of[n]);
    stored<T>* const destination = before_of == nullptr ? nullptr : w.column<stored<T>>(before_of[n]);
    for (lane_mask left = w.active; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      std::byte* const place = at[lane] + n * sizeof(T);
      const T before = load_from<T>(place);
      store_to(place, static_cast<T>(Operation{}(before, b[lane], b[lane])));
      if (destination != nullptr) destination[lane] = stored_bits(before);
    }
  }
  return i + 1;
}

struct bits_128 {
  std::uint64_t low, high;
};

template <bool Compares>
const instruction* update_128(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  const memory_access& access = *i->access;
  w.poll(access.space != ptx::space::shared);
  locate_update(i, w, at);
  const auto value = [&](std::size_t operand, int lane) {
    const std::uint64_t* const column = w.column<std::uint64_t>(i->operand[operand]);
    return bits_128{column[2 * lane], column[2 * lane + 1]};
  };
  for (lane_mask left = w.active; left != 0; left &= left - 1) {
    const int lane = __builtin_ctz(left);
    const auto before = load_from<bits_128>(at[lane]);
    const bits_128 b = value(access.address_operand + 1, lane);
    if (!Compares) {
      store_to(at[lane], b);
    } else if (before.low == b.low && before.high == b.high) {
      store_to(at[lane], value(access.address_operand + 2, lane));
    }
    std::uint64_t* const destination = w.column<std::uint64_t>(i->operand[0]);
    destination[2 * lane] = before.low;
    destination[2 * lane + 1] = before.high;
  }
  return i + 1;
}

template <class T, class Operation>
bound bind_update(Operation) {
  return {update<T, Operation>, update<T, Operation>};
}

// Of one value, or of a vector of them.
template <class T, class Operation>
bound bind_float_update(const form& f, Operation operation) {
  if (!f.has("v2") && !f.has("v4") && !f.has("v8")) return bind_update<T>(operation);
  return {update_vector<T, Operation>, update_vector<T, Operation>};
}

template <class T>
bound bind_half_sum(const form& f) {
  return bind_float_update<T>(f, [](T a, T b, T) {
    return each_element<T>([](auto x, auto y) { return half_sum<decltype(x), false, false>(x, y); }, a, b);
  });
}

template <bool Greater, class T>
bound bind_half_extremum(const form& f) {
  return bind_float_update<T>(f, [](T a, T b, T) {
    return each_element<T>([](auto x, auto y) { return half_extremum<Greater, false, false, false>(x, y); }, a, b);
  });
}

inline bool in_shared(const form& f) {
  return f.has("shared") || f.has("shared::cta") || f.has("shared::cluster");
}

// Atomic float sums in global memory flush subnormals to zero, those in shared memory do not (ISA 9.7.13.5).
inline bound bind_atomic_sum(const form& f) {
  switch (f.type()) {
    case ptx::type::u32:
    case ptx::type::s32:
      return bind_update<std::uint32_t>([](std::uint32_t a, std::uint32_t b, std::uint32_t) { return a + b; });
    case ptx::type::u64:
    case ptx::type::s64:
      return bind_update<std::uint64_t>([](std::uint64_t a, std::uint64_t b, std::uint64_t) { return a + b; });
    case ptx::type::f32:
      if (in_shared(f)) {
        return bind_update<float>([](float a, float b, float) { return from_bits<float>(to_bits<float>(a + b)); });
      }
      return bind_float_update<float>(f, [](float a, float b, float) {
        return from_bits<float>(to_bits<float>(flush<true>(flush<true>(a) + flush<true>(b))));
      });
    case ptx::type::f64:
      // A NaN: the addend, or else what memory holds; global memory keeps it as it is.
      if (in_shared(f)) return bind_update<double>([](double a, double b, double) { return propagate(a + b, a, b); });
      return bind_update<double>([](double a, double b, double) {
        return b != b ? b : a != a ? a : propagate(a + b, a, b);
      });
    case ptx::type::f16:
      return bind_half_sum<f16>(f);
    case ptx::type::f16x2:
      return bind_half_sum<f16x2>(f);
    case ptx::type::bf16:
      return bind_half_sum<bf16>(f);
    case ptx::type::bf16x2:
      return bind_half_sum<bf16x2>(f);
    default:
      return {};
  }
}

template <bool Greater>
bound bind_atomic_extremum(const form& f) {
  if (f.has("noftz")) {
    return for_type<f16, f16x2, bf16, bf16x2>(f.type(),
                                              [&]<class T>(tag<T>) { return bind_half_extremum<Greater, T>(f); });
  }
  return for_type<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>(f.type(), []<class T>(tag<T>) {
    return bind_update<T>([](T a, T b, T) { return Greater ? (a < b ? b : a) : (b < a ? b : a); });
  });
}

template <class Operation>
bound bind_bits(const form& f, Operation operation) {
  return for_type<std::uint32_t, std::uint64_t>(f.unsigned_type(),
                                                [=]<class T>(tag<T>) { return bind_update<T>(operation); });
}

inline bound bind_operation(const form& f) {
  if (f.type() == ptx::type::b128) {
    if (f.has("exch")) return {update_128<false>, update_128<false>};
    return {update_128<true>, update_128<true>};
  }
  if (f.has("add")) return bind_atomic_sum(f);
  if (f.has("min")) return bind_atomic_extremum<false>(f);
  if (f.has("max")) return bind_atomic_extremum<true>(f);
  if (f.has("and")) return bind_bits(f, [](auto a, auto b, auto) { return a & b; });
  if (f.has("or")) return bind_bits(f, [](auto a, auto b, auto) { return a | b; });
  if (f.has("xor")) return bind_bits(f, [](auto a, auto b, auto) { return a ^ b; });
  if (f.has("exch")) return bind_bits(f, [](auto, auto b, auto) { return b; });
  if (f.has("inc")) {
    return bind_update<std::uint32_t>(
        [](std::uint32_t a, std::uint32_t b, std::uint32_t) { return a >= b ? 0 : a + 1; });
  }
  if (f.has("dec")) {
    return bind_update<std::uint32_t>(
        [](std::uint32_t a, std::uint32_t b, std::uint32_t) { return a == 0 || a > b ? b : a - 1; });
  }
  if (f.type() == ptx::type::b16) {
    return bind_update<std::uint16_t>([](std::uint16_t a, std::uint16_t b, std::uint16_t c) { return a == b ? c : a; });
  }
  return bind_bits(f, [](auto a, auto b, auto c) { return a == b ? c : a; });  // cas
}

inline bound bind_atomic(const form& f) {
  bound made = bind_operation(f);
  if (f.has("cas") || f.has("exch")) made.flags = polls_flag;
  return made;
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
