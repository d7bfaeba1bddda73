// Which accesses are ordered before the present one: the happens-before relation of the PTX memory model, kept as time
// stamps at the levels of the hierarchy instead of a vector clock per thread.
//
// Time counts synchronizations. An access carries the time at which it was made; a thread knows everything that another
// did up to a time. Block barriers raise what all threads of a block know of one another at once (a floor), warp
// synchronizations that of a warp; a matrix is kept only where some lanes or warps synchronize without the rest. From
// other blocks a thread learns through memory: whoever releases (a release operation, or a fence followed by a strong
// write) appends what he knows to the location's log; whoever acquires remembers how far he has read that log. What is
// known through logs is looked up only when everything nearer does not suffice.
//
// Where the relation is not followed exactly it errs towards order, so that no correct program is accused: a strong
// write does not break the release sequence of an earlier one, and a split barrier orders up to its completion.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/core/events.hpp"

namespace warpfold::simt {

using sync_time = std::uint32_t;

struct thread_position {
  std::uint64_t block = 0;
  std::uint64_t cluster = 0;
  std::uint32_t warp = 0;
  int lane = 0;
};
thread_position position_of(const warp_identity& warp, int lane);

// Where threads synchronize through memory.
struct sync_location {
  bool shared = false;
  std::uint64_t owner = 0;  // of shared memory: the block
  std::uint64_t address = 0;
  bool operator==(const sync_location&) const = default;
};

// What all lanes of a warp know alike.
struct warp_knowledge {
  sync_time of_block = 0;  // everything that the block's threads did up to then
  sync_time of_warp = 0;   // everything that the warp's lanes did up to then
  bool complete = false;   // within the block, a lane knows nothing else but what it did itself, nor of other clusters
};

class happens_before {
 public:
  void launch_begins(const launch_event& launch);
  void block_begins(const block_event& block);
  void block_ends(const block_event& block);
  void lanes_exit(const warp_identity& warp, lane_mask lanes);

  // The stamp of accesses made now.
  sync_time now() const { return now_; }

  void barrier_arrives(const barrier_event& event);
  void barrier_releases(const barrier_release_event& event);
  void warp_sync(const warp_identity& warp, lane_mask lanes);
  void fence(const thread_position& thread, memory_scope scope);
  // A strong access by which threads may synchronize.
  void strong_access(const thread_position& thread, const sync_location& where, access_kind kind, memory_order order,
                     memory_scope scope);
  // An explicit release to, or acquire from, a location: mbarrier arrivals and waits.
  void release(const thread_position& thread, const sync_location& where, memory_scope scope);
  void acquire(const thread_position& thread, const sync_location& where, memory_scope scope);
  // An asynchronous copy on the thread's behalf is complete: whoever acquires from the location knows of its writes.
  void release_copies(const thread_position& thread, const sync_location& where);

  warp_knowledge known_to(const warp_identity& warp);

  // Whether what `other` did at `then` is ordered before what `thread` does now.
  bool ordered(const thread_position& other, sync_time then, const thread_position& thread);
  // The same for the asynchronous copies made on behalf of `other`.
  bool copy_ordered(const thread_position& other, sync_time then, const thread_position& thread);

 private:
  struct log;
  struct log_prefix {
    const log* source = nullptr;
    std::size_t length = 0;
    memory_scope scope = memory_scope::gpu;
  };
  using prefixes = std::vector<log_prefix>;
  using lane_times = std::array<sync_time, lanes_per_warp>;

  // What a thread knew when it released.
  struct entry {
    thread_position thread;
    memory_scope scope = memory_scope::gpu;
    bool copies = false;  // made by asynchronous copies of the thread, which know nothing else
    sync_time own = 0, warp_floor = 0, block_floor = 0, cluster_floor = 0;
    std::shared_ptr<const lane_times> lanes, warps;  // absent: all zero
    prefixes known;
  };
  struct log {
    std::vector<entry> entries;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_cluster;
    std::vector<std::size_t> with_known;  // entries that know of other logs
  };

  struct thread_state {
    prefixes known;               // acquired
    prefixes read;                // read, not yet acquired by a fence
    std::optional<entry> fenced;  // what a strong write releases since the last fence
  };
  struct warp_state {
    lane_mask exited = 0;
    sync_time floor = 0;
    std::unique_ptr<std::array<lane_times, lanes_per_warp>> lanes;  // [who knows][of whom]
    prefixes known;
  };
  struct cluster_state;
  struct block_state {
    std::uint64_t cluster = 0;
    const cluster_state* in = nullptr;
    sync_time floor = 0;
    std::vector<warp_state> warps;
    std::unique_ptr<std::array<lane_times, lanes_per_warp>> between_warps;  // [who knows][of whom]
    prefixes known;
    std::unordered_map<std::uint32_t, thread_state> threads;  // by index in the block: those that fenced or acquired
  };
  struct cluster_state {
    sync_time floor = 0;
    bool relaxed = false;  // an arrival of the present phase does not release
    prefixes known;
    std::vector<std::uint64_t> blocks;
  };
  struct location_hash {
    std::size_t operator()(const sync_location& where) const;
  };
  // How far each log has been searched.
  using searched = std::unordered_map<const log*, std::size_t>;

  block_state& block_of(std::uint64_t number);
  thread_state* find_thread(const thread_position& thread);
  thread_state& thread(const thread_position& thread);
  entry snapshot(const thread_position& thread, memory_scope scope);
  void append(const sync_location& where, entry released);
  const log* find_log(const sync_location& where) const;

  void whole_block_synchronizes(block_state& block);
  void warps_synchronize(block_state& block, std::span<const lane_mask> lanes);

  bool known_through_logs(const thread_position& other, sync_time then, bool copy, const thread_position& viewer);
  bool known_through(const log_prefix& prefix, const thread_position& other, sync_time then, bool copy,
                     const thread_position& viewer, searched& done) const;

  static void learn(prefixes& into, const log_prefix& prefix);
  static void learn(prefixes& into, const prefixes& from);
  static bool reaches(memory_scope scope, const thread_position& from, const thread_position& to);
  static bool covers(const entry& released, const thread_position& other, sync_time then, bool copy);

  sync_time now_ = 1;
  bool lockstep_ = false;
  std::uint32_t threads_per_block_ = 0;
  std::unordered_map<std::uint64_t, block_state> blocks_;
  std::uint64_t recent_number_ = 0;
  block_state* recent_ = nullptr;  // the block that was asked for last, if it still runs
  std::unordered_map<std::uint64_t, cluster_state> clusters_;
  std::unordered_map<sync_location, std::unique_ptr<log>, location_hash> logs_;
};

}  // namespace warpfold::simt
