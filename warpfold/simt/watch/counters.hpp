// What a kernel costs: instructions, divergence, shared-memory wavefronts, sectors, atomics, barriers, page faults; in
// all and for every instruction, so that they can be told by source line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/core/events.hpp"

namespace warpfold::simt {

// All counters; the names are those of the JSON output.
//   a request    one access of a warp by one instruction
//   a wavefront  one pass through shared memory, which serves each of its 32 banks once
//   a sector     32 bytes of global memory, aligned
//   a conflict   a wavefront beyond those that the access would need without bank conflicts
struct counters {
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
  std::uint64_t branches = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t barriers = 0;  // executed by warps
  std::uint64_t warp_syncs = 0;
  std::uint64_t shuffles = 0;
  std::uint64_t fences = 0;
  std::uint64_t shared_load_requests = 0;
  std::uint64_t shared_load_wavefronts = 0;
  std::uint64_t shared_load_conflicts = 0;
  std::uint64_t shared_store_requests = 0;
  std::uint64_t shared_store_wavefronts = 0;
  std::uint64_t shared_store_conflicts = 0;
  std::uint64_t global_load_requests = 0;
  std::uint64_t global_load_sectors = 0;
  std::uint64_t global_store_requests = 0;
  std::uint64_t global_store_sectors = 0;
  std::uint64_t local_requests = 0;
  std::uint64_t atomics = 0;                // requests, shared and global
  std::uint64_t atomic_serializations = 0;  // updates of an address that wait for another lane's of the same request
  std::uint64_t page_faults = 0;

  counters& operator+=(const counters& other);

  // Lanes that execute an average instruction; 0 if there was none.
  double active_lanes() const;
  // Bytes that the global accesses move where no cache helps.
  std::uint64_t uncached_bytes() const { return 32 * (global_load_sectors + global_store_sectors); }
};

// A counter by its name, for printing them all.
struct counter_row {
  std::string_view name;
  std::uint64_t counters::*value;
};
const std::vector<counter_row>& all_counters();

// Counters of one line of the source (or of the PTX text, where it names no source).
struct line_counters {
  std::string file;
  int line = 0;
  counters counts;
};

// How a warp's instructions were spread over the classes of the ISA.
struct class_count {
  std::string name;  // the mnemonic
  std::uint64_t warp_instructions = 0;
};

// Observes one launch at a time; what it counted stays until the next begins.
class counting_observer : public observer {
 public:
  std::uint32_t interests() const override;
  void launch_begins(const launch_event& event) override;
  void issue(const issue_event& event) override;
  void branch(const branch_event& event) override;
  void access(const memory_event& event) override;
  void barrier_arrives(const barrier_event& event) override;
  void warp_sync(const warp_sync_event& event) override;
  void shuffle(const shuffle_event& event) override;
  void fence(const fence_event& event) override;
  void page_fault(const page_fault_event& event) override;
  void block_ends(const block_event& event) override;

  counters total() const;
  // By file and line, only lines that cost something. Valid while the launch's program is.
  std::vector<line_counters> by_line() const;
  // The most frequent first.
  std::vector<class_count> by_mnemonic() const;
  // The instructions of the warp that executed most of them: the span of the computation.
  std::uint64_t longest_warp() const { return longest_warp_; }

 private:
  counters& at(const instruction* where);

  launch_event launch_;
  std::vector<counters> by_instruction_;
  counters elsewhere_;  // page faults of the host
  std::size_t warps_per_block_ = 1;
  // Instructions of each warp of the blocks that run, and whose entry `issue` used last.
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> running_;
  std::uint64_t recent_block_ = 0;
  std::uint64_t* recent_lengths_ = nullptr;
  std::uint64_t longest_warp_ = 0;
};

// Wavefronts that a shared access of `bytes` per lane needs, and how many of them are due to bank conflicts. A word
// that several lanes ask for is served once. Accesses of 8 and 16 bytes are served by half and quarter warps.
struct wavefronts {
  std::uint32_t needed = 0;
  std::uint32_t conflicts = 0;
};
wavefronts shared_wavefronts(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes);

// Distinct 32-byte sectors that the lanes touch.
std::uint32_t sectors(const std::uint64_t* addresses, lane_mask lanes, std::uint32_t bytes);

}  // namespace warpfold::simt
