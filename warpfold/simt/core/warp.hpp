// The state of 32 lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

struct block;
struct callee;

enum class group_state : std::uint8_t {
  ready,
  at_barrier,          // of the block; `at` is the instruction after it
  at_warp_sync,        // `at` is the instruction that waits for other lanes; it is executed again
  at_cluster_barrier,  // `at` is the instruction after it
  joining,             // lockstep: waits for the groups above it on the stack
};

// Lanes that stand at the same instruction and go on together.
struct lane_group {
  const instruction* at = nullptr;
  lane_mask lanes = 0;
  group_state state = group_state::ready;
  std::uint8_t barrier = 0;                    // the id waited for
  std::uint32_t waiting_since = 0;             // warp::turns when it last ran
  const instruction* arrived_at = nullptr;     // the barrier instruction waited at
  const instruction* reconvergence = nullptr;  // lockstep: where the group ends
};

// A call that lanes have not returned from.
struct call_frame {
  const instruction* call = nullptr;
  const callee* called = nullptr;
  lane_mask lanes = 0;
  std::vector<std::byte> kept;  // of a recursive function: its registers as they were
};

enum class copy_operation : std::uint8_t { copy, add_u32, add_u64, add_f32, add_f64 };

// An asynchronous copy that a lane has issued and the machine has not done yet.
struct pending_copy {
  const instruction* at = nullptr;
  int lane = 0;
  bool bulk = false;
  copy_operation operation = copy_operation::copy;
  int group = -1;                  // number of the lane's group that the copy is committed to; -1: none yet
  std::uint64_t to = 0, from = 0;  // generic addresses
  std::uint32_t bytes = 0;         // that are copied
  std::uint32_t zeros = 0;         // that follow them
  std::uint16_t byte_mask = 0xffff;
  std::uint64_t mbarrier = 0;  // generic address of the object at which it completes; 0: none
};

// An allocation that was accessed lately.
struct memory_window {
  std::uint64_t begin = 1, end = 0;  // guest addresses
  std::byte* bytes = nullptr;        // of the host
};
inline constexpr std::uint32_t windows_per_warp = 8;

struct warp {
  // What the interpreter's loop and the bodies touch at every instruction.
  std::byte* base[4] = {};    // by column_ref::base
  lane_mask active = 0;       // lanes that execute the current instruction
  std::uint32_t partial = 0;  // 1: not all 32 lanes are active
  int group_count = 0;
  std::int32_t budget = 0;                                      // instructions left of the warp's turn
  std::int32_t turn_begin = 0;                                  // budget when it began
  alignas(64) std::uint32_t active_lanes[lanes_per_warp] = {};  // all ones for an active lane, else 0

  std::byte* shared = nullptr;
  std::uint32_t shared_bytes = 0;
  std::uint32_t local_bytes = 0;  // of each lane
  std::byte* local = nullptr;     // lane after lane
  const std::byte* parameters = nullptr;
  std::uint32_t parameter_bytes = 0;
  std::array<memory_window, windows_per_warp> windows;  // by the instruction's index

  lane_mask carry = 0;  // CC.CF of each lane (ISA 9.7.2)

  // Where lanes stand. groups[current] is the one that runs; its `at` is out of date while it does. Independent
  // threads: in no order. Lockstep: a stack; only the last group runs.
  std::array<lane_group, 2 * lanes_per_warp> groups;
  int current = 0;
  lane_mask live = 0;             // lanes that exist and have not exited
  lane_mask cluster_arrived = 0;  // lanes that arrived at the cluster barrier's current phase
  std::uint32_t turns = 0;        // counts changes of the running group
  int patience = 0;               // how long the group of the lowest order goes first, or another while yielding
  bool yielding = false;
  bool polled = false;  // in this turn, executed something that a spinning loop may wait on

  block* owner = nullptr;
  std::uint32_t index = 0;                                     // within the block
  std::vector<call_frame> frames;                              // innermost last
  std::vector<pending_copy> copies;                            // in the order of their issue
  std::array<std::array<int, 2>, lanes_per_warp> committed{};  // copy groups so far, of each lane: cp.async, bulk

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

  void set_active(lane_mask lanes);

  // The active lanes part: those in `taken` go to `target`, the others to `otherwise`. Returns where the lanes that go
  // first continue. Both sets are not empty. `join` is where they meet again, in lockstep.
  const instruction* part(lane_mask taken, const instruction* target, const instruction* otherwise,
                          const instruction* join);

  // Of the active lanes only these go on with instruction i, which is being executed; the others come to it later.
  void keep(lane_mask lanes, const instruction* i);

  // The running group comes to `next`, where others may wait, or which others should reach first. Returns where the
  // group that now runs continues.
  const instruction* reconverge(const instruction* next);

  // Makes a ready group the running one. False if there is none.
  bool select_group();

  // The active lanes stop being part of the running group, which they leave for good.
  void exit_active();

  // The running group waits; it goes on at `next`.
  void wait_at_barrier(const instruction* i, int id, const instruction* next);
  void wait_at_cluster_barrier(const instruction* i, const instruction* next);

  // Collectives: whether the lanes that each active lane names in `members` have all come to this instruction. If some
  // have, the active lanes afterwards are those of them; if none, the running group waits and this is false.
  bool gather(const instruction* i, column_ref members);

  // Aligned instructions: the running group waits as long as others of the warp may come to it, as a compiler makes
  // lanes meet before them; true if those that have come go on.
  bool align(const instruction* i);

  // Groups that wait for other lanes of the warp look again whether those have come, or have exited.
  void wake_gathering();

  // What an instruction that spinning loops wait on costs beyond 1: others get their turn sooner. Other blocks too,
  // unless what it waits for can only come from the own one.
  void poll(bool on_others = true);

  void remove_group(int n);

  // With a seed: some lanes of a group part from the others where they stand.
  void scatter();

 private:
  void merge_ready_at(const instruction* next);
  int lowest_ready() const;
  int given_up();
  int longest_waiting() const;
  const instruction* run_group(int n);
};

// A warp that waits for another spins about `turn / poll_cost` times before others run.
inline constexpr std::int32_t instructions_per_turn = 8192;
inline constexpr std::int32_t poll_cost = 255;

}  // namespace warpfold::simt
