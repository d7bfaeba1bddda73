// barrier: barriers that some threads miss or pass elsewhere, and deadlocks.
#include <fmt/format.h>

#include <array>
#include <unordered_map>
#include <vector>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/lanes.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

class barrier_watch : public watch {
 public:
  barrier_watch() : watch("barrier") {}

  std::uint32_t interests() const override { return barriers | blocks; }

  void launch_begins(const launch_event& event) override {
    watch::launch_begins(event);
    threads_ = event.block[0] * event.block[1] * event.block[2];
    meetings_.clear();
    recent_ = nullptr;
  }

  void block_ends(const block_event& event) override {
    meetings_.erase(event.block);
    recent_ = nullptr;
  }

  void barrier_arrives(const barrier_event& event) override {
    if (event.kind != barrier_kind::block || !event.waits) return;
    meeting& here = meeting_at(event.warp->block, event.id);
    meet(here.of_warp[event.warp->warp], event,
         "aligned barrier in divergent code: lanes of one warp wait at two different places");
    if (event.expected == 0) {
      meet(here.of_block, event, "one barrier is passed at two different places by threads of the block");
    }
  }

  void barrier_releases(const barrier_release_event& event) override {
    if (event.kind != barrier_kind::block) return;
    meeting& here = meeting_at(event.block, event.id);
    for (std::uint32_t warp = 0; warp < here.of_warp.size(); ++warp) {
      arrival& first = here.of_warp[warp];
      if (first.at != nullptr && warp < event.lanes.size()) tell_of_missing(first, event.lanes[warp]);
      first.at = nullptr;
    }
    here.of_block.at = nullptr;
  }

  void deadlock(std::span<const standing> threads) override {
    for (const standing& one : threads) {
      const warp_identity warp{.block = one.block, .block_index = one.block_index, .warp = one.warp};
      report(fmt::format("deadlock: waits forever for {}", one.waits_for), {&warp, one.at, one.lanes});
    }
  }

 private:
  struct arrival {
    const instruction* at = nullptr;  // null: nobody has come yet
    bool aligned = false;
    warp_identity warp;
    lane_mask lanes = 0;
  };
  // Who came first to a barrier that is being waited for: of each warp, and, where all threads of the block must pass,
  // of the block.
  struct meeting {
    std::vector<arrival> of_warp;
    arrival of_block;
  };
  using meetings_of_block = std::array<meeting, barriers_per_block>;

  meeting& meeting_at(std::uint64_t block, int id) {
    if (recent_ == nullptr || recent_block_ != block) {
      recent_ = &meetings_[block];
      recent_block_ = block;
    }
    meeting& found = (*recent_)[static_cast<std::size_t>(id)];
    if (found.of_warp.empty()) found.of_warp.resize((threads_ + lanes_per_warp - 1) / lanes_per_warp);
    return found;
  }

  // Those who meet at an aligned barrier must execute the same instruction, though not at the same time: one who waits
  // elsewhere took another path. Unaligned forms may be anywhere.
  void meet(arrival& first, const barrier_event& event, const char* complaint) {
    if (first.at == nullptr) {
      first = {event.at, event.aligned, *event.warp, event.lanes};
    } else if (first.at != event.at && (first.aligned || event.aligned)) {
      report(complaint, {event.warp, event.at, event.lanes}, {}, describe({&first.warp, first.at, first.lanes}));
    }
  }

  // A barrier is complete without those who have exited. Of an aligned one, that is in order for whole warps only.
  void tell_of_missing(const arrival& first, lane_mask came) {
    if (!first.aligned || came == existing_lanes(threads_, first.warp.warp)) return;
    report("aligned barrier in divergent code: lanes of the warp exited without coming to it",
           {&first.warp, first.at, came});
  }

  std::uint32_t threads_ = 0;  // of a block
  std::unordered_map<std::uint64_t, meetings_of_block> meetings_;
  std::uint64_t recent_block_ = 0;
  meetings_of_block* recent_ = nullptr;  // of recent_block_; null: to be looked up
};

}  // namespace

std::unique_ptr<watch> make_barrier_watch() {
  return std::make_unique<barrier_watch>();
}

}  // namespace warpfold::simt
