// Where the active lanes' accesses go, fast where it can be: shared by ld, st, atom and red.
#pragma once

#include <cstddef>
#include <cstdint>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/locate.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/core/reports.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// Global or generic addresses within an allocation that the warp accessed lately. False: find out slowly.
template <bool Watched>
[[gnu::always_inline]] inline bool locate_in_window(const instruction* i, warp& w, const memory_access& access,
                                                    std::byte** at) {
  const column_ref ref = i->operand[access.address_operand];
  if (!ref.wide()) return false;
  const std::uint64_t* const column = w.column<std::uint64_t>(ref);
  const auto offset = static_cast<std::uint64_t>(i->immediate);
  alignas(64) std::uint64_t addresses[lanes_per_warp];
  const std::uint64_t some = column[__builtin_ctz(w.active)] + offset;  // stands in for lanes that are not active
  std::uint64_t lowest = some, highest = some, bits = 0;
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint64_t address = w.active_lanes[lane] != 0 ? column[lane] + offset : some;
    addresses[lane] = address;
    lowest = address < lowest ? address : lowest;
    highest = address > highest ? address : highest;
    bits |= address;
  }
  const memory_window& window = w.windows[i->index % windows_per_warp];
  const std::uint32_t bytes = access.bytes();
  if (lowest < window.begin || highest >= window.end || window.end - highest < bytes) return false;
  if ((bits & (bytes - 1)) != 0) return false;
  std::byte* const begin = window.bytes;
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) at[lane] = begin + (addresses[lane] - window.begin);
  if constexpr (Watched) report_access(i, w, ptx::space::global, addresses);
  return true;
}

// Shared addresses within the executing block's memory.
template <bool Watched>
[[gnu::always_inline]] inline bool locate_in_shared(const instruction* i, warp& w, const memory_access& access,
                                                    std::byte** at) {
  const column_ref ref = i->operand[access.address_operand];
  const auto offset = static_cast<std::uint32_t>(i->immediate);
  alignas(64) std::uint32_t addresses[lanes_per_warp];
  if (ref.wide()) {
    const std::uint64_t* const column = w.column<std::uint64_t>(ref);
    for (int lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = static_cast<std::uint32_t>(column[lane]);
  } else {
    const std::uint32_t* const column = w.column<std::uint32_t>(ref);
    for (int lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = column[lane];
  }
  std::uint32_t highest = 0, bits = 0;
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint32_t address = (addresses[lane] + offset) & w.active_lanes[lane];
    addresses[lane] = address;
    highest = address > highest ? address : highest;
    bits |= address;
  }
  const std::uint32_t bytes = access.bytes();
  if (highest >= w.shared_bytes || w.shared_bytes - highest < bytes || (bits & (bytes - 1)) != 0) return false;
  std::byte* const begin = w.shared;
  WARPFOLD_INDEPENDENT_LANES
  for (int lane = 0; lane < lanes_per_warp; ++lane) at[lane] = begin + addresses[lane];
  if constexpr (Watched) {
    std::uint64_t wide[lanes_per_warp];
    for (int lane = 0; lane < lanes_per_warp; ++lane) wide[lane] = addresses[lane];
    report_access(i, w, ptx::space::shared, wide);
  }
  return true;
}

// Values of type T that the warp accesses in the executing block's shared memory, where they lie in an easy way.
template <class T>
class shared_values {
 public:
  shared_values(const instruction* i, warp& w, column_ref address)
      : warp_(w),
        addresses_(w.column<std::uint32_t>(address)),
        offset_(static_cast<std::uint32_t>(i->immediate)),
        is_named_(address.base_index() == static_cast<std::uint32_t>(column_ref::base::constants)),
        is_wide_(address.wide()) {}

  // All 32 lanes access the same value, which the program names: that at place(0).
  [[gnu::always_inline]] bool are_one() const {
    return is_named_ && warp_.partial == 0 && holds(addresses_[0] + offset_, sizeof(T));
  }

  // All 32 lanes access values that follow one another from place(0) on.
  [[gnu::always_inline]] bool are_a_row() const {
    if (warp_.partial != 0 || is_wide_) return false;
    std::uint32_t apart = 0;
    const std::uint32_t first = addresses_[0];
    WARPFOLD_INDEPENDENT_LANES
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      apart |= (addresses_[lane] - first) ^ static_cast<std::uint32_t>(lane * static_cast<int>(sizeof(T)));
    }
    return apart == 0 && holds(first + offset_, lanes_per_warp * sizeof(T));
  }

  // The active lanes are not all of the warp, and access the values at their places.
  [[gnu::always_inline]] bool are_of_some_lanes() const {
    if (warp_.partial == 0 || is_wide_) return false;
    bool all = true;
    for (lane_mask left = warp_.active; left != 0; left &= left - 1) {
      all &= holds(addresses_[__builtin_ctz(left)] + offset_, sizeof(T));
    }
    return all;
  }

  [[gnu::always_inline]] std::byte* place(int lane) const { return warp_.shared + (addresses_[lane] + offset_); }

 private:
  [[gnu::always_inline]] bool holds(std::uint32_t address, std::uint32_t bytes) const {
    return (address & (sizeof(T) - 1)) == 0 && std::uint64_t{address} + bytes <= warp_.shared_bytes;
  }

  warp& warp_;
  const std::uint32_t* addresses_;  // of wide addresses only the first is in its place
  std::uint32_t offset_;
  bool is_named_, is_wide_;
};

enum class reach { window, shared, anywhere };

// at[lane] for the active lanes, as core/locate.hpp says; for other lanes, an address that may be read from.
template <reach Reach, bool Watched>
[[gnu::always_inline]] inline void locate(const instruction* i, warp& w, std::byte** at) {
  const memory_access& access = *i->access;
  if constexpr (Reach == reach::window) {
    if (locate_in_window<Watched>(i, w, access, at)) return;
  }
  if constexpr (Reach == reach::shared) {
    if (locate_in_shared<Watched>(i, w, access, at)) return;
  }
  locate_slowly(i, w, at);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    if (w.active_lanes[lane] == 0) at[lane] = at[__builtin_ctz(w.active)];
  }
}

// The lanes access consecutive values of type T.
template <class T>
[[gnu::always_inline]] inline bool are_consecutive(std::byte* const* at) {
  std::uint64_t differences = 0;
  const auto first = reinterpret_cast<std::uintptr_t>(at[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    const std::uint64_t expected = first + static_cast<std::uint64_t>(lane) * sizeof(T);
    differences |= reinterpret_cast<std::uintptr_t>(at[lane]) ^ expected;
  }
  return differences == 0;
}

inline reach reach_of(const form& f) {
  if (f.has("shared") || f.has("shared::cta") || f.has("shared::cluster")) return reach::shared;
  if (f.has("local") || f.has("param") || f.has("param::entry") || f.has("param::func")) return reach::anywhere;
  return reach::window;
}

// make.operator()<Reach, Watched>() for the form.
template <class Make>
bound for_reach(const form& f, Make make) {
  switch (reach_of(f)) {
    case reach::window:
      return f.watched() ? make.template operator()<reach::window, true>()
                         : make.template operator()<reach::window, false>();
    case reach::shared:
      return f.watched() ? make.template operator()<reach::shared, true>()
                         : make.template operator()<reach::shared, false>();
    case reach::anywhere:
      return make.template operator()<reach::anywhere, false>();
  }
  return {};
}

// Of possibly unaligned bytes of the host.
template <class T>
[[gnu::always_inline]] inline T load_from(const std::byte* at) {
  T value;
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}
template <class T>
[[gnu::always_inline]] inline void store_to(std::byte* at, T value) {
  __builtin_memcpy(at, &value, sizeof value);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
