// The state of 32 lanes.
#pragma once

#include <array>
#include <cstdint>

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

class block;

// What the lanes of a group wait for.
enum class group_state : std::uint8_t { ready, at_barrier, at_warp_sync, at_cluster_barrier, joining };

// Lanes that stand at the same instruction and go on together.
struct lane_group {
  const instruction* at = nullptr;
  lane_mask lanes = 0;
  group_state state = group_state::ready;
  std::uint8_t barrier = 0;                    // the id waited for, in state at_barrier
  lane_mask members = 0;                       // the lanes waited for, in state at_warp_sync
  const instruction* reconvergence = nullptr;  // lockstep: where the group ends
};

struct warp {
  // Hot: what the interpreter's loop and the bodies touch at every instruction.
  std::byte* base[4] = {};                                      // by column_ref::base
  lane_mask active = 0;                                         // lanes that execute the current instruction
  std::uint32_t partial = 0;                                    // 1: not all 32 lanes are active
  alignas(64) std::uint32_t active_lanes[lanes_per_warp] = {};  // all ones for an active lane, else 0

  // Where lanes stand. groups[current] is the one that runs; its `at` is out of date while it does.
  std::array<lane_group, lanes_per_warp> groups;
  int group_count = 0;
  int current = 0;
  lane_mask live = 0;  // lanes that exist and have not exited

  block* owner = nullptr;
  int index = 0;  // within the block

  template <class T>
  T* column(column_ref ref) {
    return reinterpret_cast<T*>(base[ref.base_index()] + ref.offset());
  }

  // The predicate operand's lanes, negation applied.
  lane_mask predicate(column_ref ref) {
    const lane_mask lanes = *column<lane_mask>(ref);
    return ref.negated() ? ~lanes : lanes;
  }

  // Writes the active lanes of a predicate.
  void set_predicate(column_ref ref, lane_mask lanes) {
    lane_mask& predicate = *column<lane_mask>(ref);
    predicate = (predicate & ~active) | (lanes & active);
  }
};

}  // namespace warpfold::simt
