// What happens while a kernel runs, told to observers as it happens. Observers never change the machine's state.
//
// A launch with observers runs on one thread of the host, in one order that depends on the launch and its seed alone;
// events come in that order. A launch without observers runs code in which the hooks do not exist.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "warpfold/simt/core/instruction.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/ptx/position.hpp"
#include "warpfold/simt/ptx/type.hpp"

namespace warpfold::simt {

struct program;
struct gpu;

// The launch that events belong to.
struct launch_event {
  const program* kernel = nullptr;  // the decoded program: names, source lines, variables
  const gpu* device = nullptr;
  std::array<std::uint32_t, 3> grid{}, block{}, cluster{};
  std::uint32_t shared_bytes = 0;  // static and dynamic, of each block
  bool lockstep = false;
  const memory* global = nullptr;
};

// The warp that an event belongs to.
struct warp_identity {
  std::uint64_t block = 0;                     // linear index within the grid
  std::array<std::uint32_t, 3> block_index{};  // %ctaid
  std::uint64_t cluster = 0;                   // linear index within the grid
  std::uint32_t rank = 0;                      // of the block in its cluster
  std::uint32_t warp = 0;                      // within the block; lane l is thread 32 * warp + l of the block
  std::uint32_t sm = 0;
};

// One instruction of one warp. `at->index` finds its origin in program::origins.
struct issue_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  lane_mask lanes = 0;  // that execute it: active, and its guard holds; may be none
  lane_mask live = 0;   // that exist and have not exited
};

struct branch_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  lane_mask lanes = 0;
  lane_mask taken = 0;
  bool divergent() const { return taken != 0 && taken != lanes; }
};

enum class access_kind : std::uint8_t { load, store, atomic, reduction };  // reduction: an atomic without a result
enum class memory_order : std::uint8_t {
  weak,
  relaxed_volatile,
  relaxed,
  acquire,
  release,
  acquire_release,
  sequential
};
enum class memory_scope : std::uint8_t { none, block, cluster, gpu, system };

// The lanes of a warp touch memory of one space. A generic access is told as one event for each space that it reaches,
// a shared access as one for each block whose memory it reaches. Lanes whose access was refused are not among `lanes`.
struct memory_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  access_kind kind = access_kind::load;
  memory_order order = memory_order::weak;
  memory_scope scope = memory_scope::none;
  ptx::space space = ptx::space::global;  // global (also constant), shared, local or param (of the kernel)
  std::uint32_t bytes = 0;                // of each lane, a vector as a whole
  lane_mask lanes = 0;
  // By lane. Global: the generic address. Shared: offset in the block's memory. Local: offset in the thread's memory.
  const std::uint64_t* addresses = nullptr;
  std::uint64_t shared_owner = 0;  // shared: linear index of the block whose memory it is
  // cp.async and its bulk forms: this half of the copy is done now, on behalf of the instruction.
  bool asynchronous = false;
};

enum class fault_reason : std::uint8_t {
  unallocated,
  freed,
  past_end,  // of an allocation, of shared, local or parameter memory
  misaligned,
  host_memory,    // a kernel touches pageable memory of the host
  device_memory,  // the host touches device memory
  read_only,
};

// Accesses that were refused: loads give 0, stores and atomics do nothing. Without an observer that wants faults, the
// first one ends the launch.
struct fault_event {
  const warp_identity* warp = nullptr;  // null: the host
  const instruction* at = nullptr;
  fault_reason reason = fault_reason::unallocated;
  access_kind kind = access_kind::load;
  ptx::space space = ptx::space::global;
  std::uint32_t bytes = 0;
  lane_mask lanes = 0;
  const std::uint64_t* addresses = nullptr;  // as in memory_event
  const allocation* nearest = nullptr;       // global: what the first lane's address belongs to, if anything
  std::uint64_t limit = 0;                   // shared, local, parameters: the size of the memory
};

enum class barrier_kind : std::uint8_t { block, cluster };

// Lanes come to a barrier.
struct barrier_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  barrier_kind kind = barrier_kind::block;
  int id = 0;
  int expected = 0;  // threads, where the instruction names a number; 0: all threads of the block
  bool aligned = false;
  bool waits = true;  // false: bar.arrive, barrier.cluster.arrive
  // What cluster barriers order: .release on arrival and .acquire on waiting, unless .relaxed.
  bool relaxed = false;
  lane_mask lanes = 0;
  lane_mask live = 0;
};

// A barrier is complete; everyone who waited goes on. `lanes[w]` are those of warp w of the block that took part.
struct barrier_release_event {
  barrier_kind kind = barrier_kind::block;
  std::uint64_t block = 0;    // block barriers: linear index
  std::uint64_t cluster = 0;  // cluster barriers: linear index
  int id = 0;
  std::span<const lane_mask> lanes;  // block barriers; a cluster barrier is passed by all live threads
};

// Lanes wait for one another within a warp and go on: bar.warp.sync, which orders memory, or a collective
// (shfl.sync, vote.sync, …), which does not.
struct warp_sync_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  lane_mask lanes = 0;    // that took part
  lane_mask members = 0;  // the mask that they named
  bool orders_memory = false;
};

// shfl: what each lane reads. source[l] is the lane read by lane l, or l itself where the lane read is out of range.
struct shuffle_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  lane_mask lanes = 0;
  lane_mask members = 0;
  const std::uint8_t* source = nullptr;
};

struct fence_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  memory_order order = memory_order::acquire_release;
  memory_scope scope = memory_scope::none;
  lane_mask lanes = 0;
};

// mbarrier operations, on the 8 bytes at `address` of `shared_owner`'s memory. A completed phase synchronizes those who
// arrived with those whose wait succeeds.
enum class mbarrier_action : std::uint8_t {
  init,
  invalidate,
  arrive,
  arrive_drop,
  expect_transaction,
  complete_transaction,
  wait
};
struct mbarrier_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  mbarrier_action action = mbarrier_action::arrive;
  int lane = 0;
  std::uint64_t shared_owner = 0;
  std::uint32_t address = 0;
  bool phase_completed = false;  // by this arrival or transaction; or: this wait found the phase complete
};

// cp.async groups: the lanes' copies up to here are committed, or known to be complete.
enum class async_action : std::uint8_t { commit, wait };
struct async_event {
  const warp_identity* warp = nullptr;
  const instruction* at = nullptr;
  async_action action = async_action::wait;
  lane_mask lanes = 0;
};

struct block_event {
  std::uint64_t block = 0;
  std::array<std::uint32_t, 3> block_index{};
  std::uint64_t cluster = 0;
  std::uint32_t rank = 0;
  std::uint32_t sm = 0;
};

struct page_fault_event {
  const warp_identity* warp = nullptr;  // null: the host
  const instruction* at = nullptr;
  const allocation* owner = nullptr;
  int faults = 0;
};

// Where lanes stand when nothing can go on.
struct standing {
  std::uint64_t block = 0;
  std::array<std::uint32_t, 3> block_index{};
  std::uint32_t warp = 0;
  lane_mask lanes = 0;
  const instruction* at = nullptr;
  std::string waits_for;  // "barrier 0", "lanes 0x0000ffff at shfl.sync", …
};

// Derive from it, override what you want to see, and name it in interests(); the rest is never called.
class observer {
 public:
  enum interest : std::uint32_t {
    issues = 1u << 0,
    branches = 1u << 1,
    accesses = 1u << 2,
    faults = 1u << 3,
    barriers = 1u << 4,  // arrivals and releases
    warp_syncs = 1u << 5,
    shuffles = 1u << 6,
    fences = 1u << 7,
    mbarriers = 1u << 8,
    asyncs = 1u << 9,
    blocks = 1u << 10,  // begin and end
    exits = 1u << 11,
    page_faults = 1u << 12,
  };

  virtual ~observer() = default;
  virtual std::uint32_t interests() const = 0;

  // Every observer is told these.
  virtual void launch_begins(const launch_event&) {}
  virtual void launch_ends() {}
  virtual void deadlock(std::span<const standing>) {}

  virtual void issue(const issue_event&) {}
  virtual void branch(const branch_event&) {}
  virtual void access(const memory_event&) {}
  virtual void fault(const fault_event&) {}
  virtual void barrier_arrives(const barrier_event&) {}
  virtual void barrier_releases(const barrier_release_event&) {}
  virtual void warp_sync(const warp_sync_event&) {}
  virtual void shuffle(const shuffle_event&) {}
  virtual void fence(const fence_event&) {}
  virtual void mbarrier(const mbarrier_event&) {}
  virtual void async(const async_event&) {}
  virtual void block_begins(const block_event&) {}
  virtual void block_ends(const block_event&) {}
  virtual void exit(const issue_event&) {}
  virtual void page_fault(const page_fault_event&) {}
};

}  // namespace warpfold::simt
