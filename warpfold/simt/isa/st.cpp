// memory at [a] = b; a vector is stored indivisibly. Of lanes that store to the same place, the last one's value stays.
#include "warpfold/simt/isa/memory.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

template <class T, reach Reach, bool Watched>
const instruction* store(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  locate<Reach, Watched>(i, w, at);
  const std::uint32_t count = i->access->count;
  if constexpr (sizeof(T) >= 4) {
    if (w.partial == 0 && count == 1 && i->operand[1].wide() == (sizeof(T) == 8) && are_consecutive<T>(at)) {
      __builtin_memcpy(at[0], w.column<T>(i->operand[1]), lanes_per_warp * sizeof(T));
      return i + 1;
    }
  }
  for (std::uint32_t n = 0; n < count; ++n) {
    const column_ref from = i->operand[n + 1];
    if (sizeof(T) < 8 && !from.wide()) {
      const std::uint32_t* const column = w.column<std::uint32_t>(from);
      if (w.partial == 0) {
        for (int lane = 0; lane < lanes_per_warp; ++lane)
          store_to(at[lane] + n * sizeof(T), static_cast<T>(column[lane]));
        continue;
      }
      for (lane_mask left = w.active; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        store_to(at[lane] + n * sizeof(T), static_cast<T>(column[lane]));
      }
    } else {
      const std::uint64_t* const column = w.column<std::uint64_t>(from);
      for (lane_mask left = w.active; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        store_to(at[lane] + n * sizeof(T), static_cast<T>(column[lane]));
      }
    }
  }
  return i + 1;
}

// The same to the executing block's shared memory, most often a row, or the values of few lanes.
template <class T>
const instruction* store_to_shared(const instruction* i, warp& w) {
  const column_ref address = i->operand[0], from = i->operand[1];
  if (from.wide() != (sizeof(T) == 8)) return store<T, reach::shared, false>(i, w);
  const shared_values<T> values(i, w, address);
  const T* const column = w.column<T>(from);
  if (values.are_a_row()) {
    __builtin_memcpy(values.place(0), column, lanes_per_warp * sizeof(T));
    return i + 1;
  }
  if (values.are_of_some_lanes()) {
    for (lane_mask left = w.active; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      store_to(values.place(lane), column[lane]);
    }
    return i + 1;
  }
  return store<T, reach::shared, false>(i, w);
}

template <reach Reach, bool Watched>
const instruction* store_128(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  locate<Reach, Watched>(i, w, at);
  for (std::uint32_t n = 0; n < i->access->count; ++n) {
    const std::uint64_t* const column = w.column<std::uint64_t>(i->operand[n + 1]);
    for (lane_mask left = w.active; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      store_to(at[lane] + 16 * n, column[2 * lane]);
      store_to(at[lane] + 16 * n + 8, column[2 * lane + 1]);
    }
  }
  return i + 1;
}

// Vectors of 8, whose operand holds their columns.
template <reach Reach, bool Watched>
const instruction* store_eight(const instruction* i, warp& w) {
  std::byte* at[lanes_per_warp];
  locate<Reach, Watched>(i, w, at);
  const column_ref* const from = w.column<column_ref>(i->operand[1]);
  for (std::uint32_t n = 0; n < i->access->count; ++n) {
    const std::uint32_t* const column = w.column<std::uint32_t>(from[n]);
    for (lane_mask left = w.active; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      store_to(at[lane] + n * sizeof(std::uint32_t), column[lane]);
    }
  }
  return i + 1;
}

template <class T>
bound bind_store(const form& f) {
  if constexpr (sizeof(T) >= 4) {
    const bool is_one = !f.has("v2") && !f.has("v4");
    if (is_one && reach_of(f) == reach::shared && !f.watched()) return {store_to_shared<T>, store_to_shared<T>};
  }
  return for_reach(f, []<reach Reach, bool Watched>() {
    return bound{store<T, Reach, Watched>, store<T, Reach, Watched>};
  });
}

}  // namespace

bound bind_st(const form& f) {
  if (f.has("v8")) {
    return for_reach(f, []<reach Reach, bool Watched>() {
      return bound{store_eight<Reach, Watched>, store_eight<Reach, Watched>};
    });
  }
  switch (ptx::size_in_bytes(f.type())) {
    case 1:
      return bind_store<std::uint8_t>(f);
    case 2:
      return bind_store<std::uint16_t>(f);
    case 4:
      return bind_store<std::uint32_t>(f);
    case 8:
      return bind_store<std::uint64_t>(f);
    case 16:
      return for_reach(f, []<reach Reach, bool Watched>() {
        return bound{store_128<Reach, Watched>, store_128<Reach, Watched>};
      });
    default:
      return {};
  }
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
