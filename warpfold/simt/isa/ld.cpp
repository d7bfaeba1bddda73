// d = memory at [a]; a vector is loaded indivisibly
#include "warpfold/simt/isa/memory.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

// The active lanes' values at at[lane] + offset.
template <class T, class Stored>
[[gnu::always_inline]] inline void move_lanes(const warp& w, std::byte* const* at, std::size_t offset, Stored* column) {
  if (w.partial == 0) {
    for (int lane = 0; lane < lanes_per_warp; ++lane)
      column[lane] = static_cast<Stored>(load_from<T>(at[lane] + offset));
    return;
  }
  for (lane_mask left = w.active; left != 0; left &= left - 1) {  // often few
    const int lane = __builtin_ctz(left);
    column[lane] = static_cast<Stored>(load_from<T>(at[lane] + offset));
  }
}

// T is what lies in memory; a destination that is wider receives it zero- or sign-extended.
template <class T, reach Reach, bool Watched, bool Polls>
const instruction* load(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  if constexpr (Polls) w.poll();
  locate<Reach, Watched>(i, w, at);
  const std::uint32_t count = i->access->count;
  if constexpr (sizeof(T) >= 4) {
    if (w.partial == 0 && count == 1 && i->operand[0].wide() == (sizeof(T) == 8) && are_consecutive<T>(at)) {
      __builtin_memcpy(w.column<T>(i->operand[0]), at[0], lanes_per_warp * sizeof(T));
      return i + 1;
    }
  }
  for (std::uint32_t n = 0; n < count; ++n) {
    const column_ref to = i->operand[n];
    if (sizeof(T) < 8 && !to.wide()) {
      move_lanes<T>(w, at, n * sizeof(T), w.column<std::uint32_t>(to));
    } else {
      move_lanes<T>(w, at, n * sizeof(T), w.column<std::uint64_t>(to));
    }
  }
  return i + 1;
}

// The same from the executing block's shared memory, most often a row, one value, or the values of few lanes.
template <class T>
const instruction* load_from_shared(const instruction* i, warp& w) {
  const column_ref to = i->operand[0], address = i->operand[1];
  if (to.wide() != (sizeof(T) == 8)) return load<T, reach::shared, false, false>(i, w);
  const shared_values<T> values(i, w, address);
  T* const column = w.column<T>(to);
  if (values.are_one()) {
    const T value = load_from<T>(values.place(0));
    for (int lane = 0; lane < lanes_per_warp; ++lane) column[lane] = value;
    return i + 1;
  }
  if (values.are_a_row()) {
    __builtin_memcpy(column, values.place(0), lanes_per_warp * sizeof(T));
    return i + 1;
  }
  if (values.are_of_some_lanes()) {
    for (lane_mask left = w.active; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      column[lane] = load_from<T>(values.place(lane));
    }
    return i + 1;
  }
  return load<T, reach::shared, false, false>(i, w);
}

// A parameter of the kernel, at an offset that is written in the instruction: the same value for all lanes.
template <class T>
const instruction* load_parameter(const instruction* i, warp& w) {
  const memory_access& access = *i->access;
  const column_ref ref = i->operand[access.address_operand];
  const bool is_fixed =
      access.stride == 0 && ref.base_index() == static_cast<std::uint32_t>(column_ref::base::constants);
  const std::uint64_t offset = w.column<std::uint64_t>(ref)[0] + static_cast<std::uint64_t>(i->immediate);
  if (!is_fixed || offset > w.parameter_bytes || access.bytes() > w.parameter_bytes - offset) {
    return load<T, reach::anywhere, false, false>(i, w);
  }
  for (std::uint32_t n = 0; n < access.count; ++n) {
    const T value = load_from<T>(w.parameters + offset + n * sizeof(T));
    const column_ref to = i->operand[n];
    if (sizeof(T) < 8 && !to.wide()) {
      std::uint32_t* const column = w.column<std::uint32_t>(to);
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        column[lane] = w.active_lanes[lane] != 0 ? static_cast<std::uint32_t>(value) : column[lane];
      }
    } else {
      std::uint64_t* const column = w.column<std::uint64_t>(to);
      for (int lane = 0; lane < lanes_per_warp; ++lane) {
        column[lane] = w.active_lanes[lane] != 0 ? static_cast<std::uint64_t>(value) : column[lane];
      }
    }
  }
  return i + 1;
}

template <reach Reach, bool Watched>
const instruction* load_128(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  w.poll();
  locate<Reach, Watched>(i, w, at);
  for (std::uint32_t n = 0; n < i->access->count; ++n) {
    std::uint64_t* const column = w.column<std::uint64_t>(i->operand[n]);
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if (w.active_lanes[lane] == 0) continue;
      column[2 * lane] = load_from<std::uint64_t>(at[lane] + 16 * n);
      column[2 * lane + 1] = load_from<std::uint64_t>(at[lane] + 16 * n + 8);
    }
  }
  return i + 1;
}

// Vectors of 8, whose operand holds their columns.
template <reach Reach, bool Watched>
const instruction* load_eight(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  locate<Reach, Watched>(i, w, at);
  const column_ref* const to = w.column<column_ref>(i->operand[0]);
  for (std::uint32_t n = 0; n < i->access->count; ++n) {
    move_lanes<std::uint32_t>(w, at, n * sizeof(std::uint32_t), w.column<std::uint32_t>(to[n]));
  }
  return i + 1;
}

// Loads that a loop may spin on.
bool polls(const form& f) {
  if (f.has("shared") || f.has("shared::cta")) return f.has("acquire") || f.has("relaxed");
  return f.has("acquire") || f.has("relaxed") || f.has("volatile") || f.has("mmio");
}

template <class T>
bound bind_load(const form& f) {
  if (f.in_kernel() && (f.has("param") || f.has("param::entry"))) return {load_parameter<T>, load_parameter<T>};
  if constexpr (sizeof(T) >= 4) {
    const bool is_one = !f.has("v2") && !f.has("v4");
    if (is_one && reach_of(f) == reach::shared && !polls(f) && !f.watched()) {
      return {load_from_shared<T>, load_from_shared<T>};
    }
  }
  return for_reach(f, [&]<reach Reach, bool Watched>() {
    const handler h = polls(f) ? load<T, Reach, Watched, true> : load<T, Reach, Watched, false>;
    return bound{h, h};
  });
}

}  // namespace

bound bind_ld(const form& f) {
  using enum ptx::type;
  if (f.has("v8")) {
    return for_reach(f, []<reach Reach, bool Watched>() {
      return bound{load_eight<Reach, Watched>, load_eight<Reach, Watched>};
    });
  }
  switch (f.type()) {
    case b8:
    case u8:
      return bind_load<std::uint8_t>(f);
    case s8:
      return bind_load<std::int8_t>(f);
    case b16:
    case u16:
      return bind_load<std::uint16_t>(f);
    case s16:
      return bind_load<std::int16_t>(f);
    case b32:
    case u32:
    case f32:
      return bind_load<std::uint32_t>(f);
    case s32:
      return bind_load<std::int32_t>(f);
    case b64:
    case u64:
    case s64:
    case f64:
      return bind_load<std::uint64_t>(f);
    case b128:
      return for_reach(f, []<reach Reach, bool Watched>() {
        return bound{load_128<Reach, Watched>, load_128<Reach, Watched>};
      });
    default:
      return {};
  }
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
