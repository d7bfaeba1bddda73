// shfl.sync: each lane reads another lane's register. d|p = a of the lane that the mode, b and c name (ISA 9.7.9.6)
#include "warpfold/simt/isa/collective.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

enum class mode { up, down, bfly, idx };

template <mode Mode, bool Watched>
struct shuffle {
  static constexpr int members = 5;

  static void run(const instruction* i, warp& w, lane_mask lanes, [[maybe_unused]] lane_mask named) {
    const std::uint32_t* const a = w.column<std::uint32_t>(i->operand[2]);
    const std::uint32_t* const b = w.column<std::uint32_t>(i->operand[3]);
    const std::uint32_t* const c = w.column<std::uint32_t>(i->operand[4]);
    alignas(64) std::int32_t source[lanes_per_warp];
    alignas(64) std::int32_t in_range[lanes_per_warp];
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      const auto distance = static_cast<std::int32_t>(b[lane] & 31), clamp = static_cast<std::int32_t>(c[lane] & 31);
      const auto segment = static_cast<std::int32_t>(c[lane] >> 8 & 31);
      const std::int32_t highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
      std::int32_t from = 0;
      if constexpr (Mode == mode::up) from = lane - distance;
      if constexpr (Mode == mode::down) from = lane + distance;
      if constexpr (Mode == mode::bfly) from = lane ^ distance;
      if constexpr (Mode == mode::idx) from = lowest | (distance & ~segment);
      const bool inside = Mode == mode::up ? from >= highest : from <= highest;
      source[lane] = (inside ? from : lane) & 31;
      in_range[lane] = inside ? -1 : 0;
    }
    alignas(64) std::uint32_t values[lanes_per_warp];
    for (int lane = 0; lane < lanes_per_warp; ++lane) values[lane] = a[source[lane]];
    std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      destination[lane] = (lanes >> lane & 1) != 0 ? values[lane] : destination[lane];
    }
    if (i->operand[1].present()) write_predicate(w, i->operand[1], lanes, lanes_with_sign(in_range));
    if constexpr (Watched) {
      std::uint8_t read[lanes_per_warp];
      for (int lane = 0; lane < lanes_per_warp; ++lane) read[lane] = static_cast<std::uint8_t>(source[lane]);
      report_shuffle(i, w, lanes, named, read);
    }
  }
};

template <mode Mode>
bound bind_mode(const form& f) {
  return f.watched() ? bind_collective<shuffle<Mode, true>>(f) : bind_collective<shuffle<Mode, false>>(f);
}

}  // namespace

bound bind_shfl(const form& f) {
  if (f.has("up")) return bind_mode<mode::up>(f);
  if (f.has("down")) return bind_mode<mode::down>(f);
  if (f.has("bfly")) return bind_mode<mode::bfly>(f);
  return bind_mode<mode::idx>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
