// uninitialized: reads of shared, local and global memory that nobody wrote, byte by byte.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/watch/consecutive.hpp"
#include "warpfold/simt/watch/shadow.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

// Which bytes were written: a bit each.
class written_bytes {
 public:
  void write(std::uint64_t address, std::uint32_t bytes) {
    for_each_cell(address, bytes, [](std::uint64_t& cell, std::uint64_t mask) { cell |= mask; });
  }
  bool all_written(std::uint64_t address, std::uint32_t bytes) {
    bool all = true;
    for_each_cell(address, bytes, [&](std::uint64_t& cell, std::uint64_t mask) { all &= (cell & mask) == mask; });
    return all;
  }

 private:
  static constexpr std::uint64_t bytes_per_cell = 64;

  template <class Visit>
  void for_each_cell(std::uint64_t address, std::uint64_t bytes, Visit visit) {
    while (bytes != 0) {
      const std::uint64_t offset = address % bytes_per_cell;
      const std::uint64_t here = std::min(bytes, bytes_per_cell - offset);
      visit(cells_[address], (~std::uint64_t{0} >> (bytes_per_cell - here)) << offset);
      address += here;
      bytes -= here;
    }
  }

  shadow<std::uint64_t, 6> cells_;
};

class uninitialized_watch : public watch {
 public:
  uninitialized_watch() : watch("uninitialized") {}

  std::uint32_t interests() const override { return accesses | blocks; }

  void launch_begins(const launch_event& event) override {
    watch::launch_begins(event);
    shared_.clear();
    recent_shared_ = nullptr;
    local_.clear();
  }

  void block_ends(const block_event& event) override {
    shared_.erase(event.block);
    recent_shared_ = nullptr;
    std::erase_if(local_, [&](const auto& entry) { return entry.first / threads_per_block == event.block; });
  }

  void access(const memory_event& event) override {
    switch (event.space) {
      case ptx::space::shared:
        return visit(event, shared_of(event.shared_owner));
      case ptx::space::global:
        return visit(event, global_);
      case ptx::space::local:
        return visit_local(event);
      default:
        return;
    }
  }

 private:
  static constexpr std::uint64_t threads_per_block = 1024;

  written_bytes& shared_of(std::uint64_t block) {
    if (recent_shared_ == nullptr || recent_owner_ != block) {
      recent_shared_ = &shared_[block];
      recent_owner_ = block;
    }
    return *recent_shared_;
  }

  // Whether the lanes access one run of bytes that needs no look at each lane's: stores, and loads of what was written.
  static bool is_done_at_once(const memory_event& event, written_bytes& bytes) {
    if (event.kind == access_kind::atomic || event.kind == access_kind::reduction || !are_consecutive(event))
      return false;
    const std::uint64_t begin = event.addresses[std::countr_zero(event.lanes)];
    const std::uint32_t length = event.bytes * static_cast<std::uint32_t>(lane_count(event.lanes));
    if (event.kind == access_kind::load) return bytes.all_written(begin, length);
    bytes.write(begin, length);
    return true;
  }

  void visit(const memory_event& event, written_bytes& bytes) {
    if (is_done_at_once(event, bytes)) return;
    lane_mask unwritten = 0;
    for (lane_mask rest = event.lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (!touch(event, bytes, lane)) unwritten |= lane_mask{1} << lane;
    }
    tell(event, unwritten);
  }

  // Local memory is each thread's own.
  void visit_local(const memory_event& event) {
    lane_mask unwritten = 0;
    for (lane_mask rest = event.lanes; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const std::uint64_t thread =
          event.warp->block * threads_per_block + event.warp->warp * lanes_per_warp + static_cast<std::uint64_t>(lane);
      if (!touch(event, local_[thread], lane)) unwritten |= lane_mask{1} << lane;
    }
    tell(event, unwritten);
  }

  // Whether a read, or the read of an update, finds only bytes that were written.
  bool touch(const memory_event& event, written_bytes& bytes, int lane) {
    const std::uint64_t address = event.addresses[lane];
    bool fine = true;
    if (event.kind != access_kind::store && !bytes.all_written(address, event.bytes)) {
      fine = event.space == ptx::space::global && written_by_host(address, event.bytes);
      // Told once; what follows from it is not.
      bytes.write(address, event.bytes);
    }
    if (event.kind != access_kind::load) bytes.write(address, event.bytes);
    return fine;
  }

  bool written_by_host(std::uint64_t address, std::uint64_t bytes) const {
    return launch().global != nullptr && launch().global->written_by_host(address, bytes);
  }

  void tell(const memory_event& event, lane_mask lanes) {
    if (lanes == 0) return;
    report(fmt::format("reads {} bytes of {} memory that nobody wrote", event.bytes, name_of(event.space)),
           {event.warp, event.at, lanes}, spot{event.space, event.addresses[std::countr_zero(lanes)]});
  }

  written_bytes global_;
  std::unordered_map<std::uint64_t, written_bytes> shared_;  // by block
  std::uint64_t recent_owner_ = 0;
  written_bytes* recent_shared_ = nullptr;                  // of recent_owner_; null: to be looked up
  std::unordered_map<std::uint64_t, written_bytes> local_;  // by thread
};

}  // namespace

std::unique_ptr<watch> make_uninitialized_watch() {
  return std::make_unique<uninitialized_watch>();
}

}  // namespace warpfold::simt
