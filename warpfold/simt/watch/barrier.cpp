// barrier: barriers that some threads miss or pass elsewhere, and deadlocks.
#include <fmt/format.h>

#include <map>
#include <string>
#include <tuple>

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
    first_arrivals_.clear();
  }

  void barrier_arrives(const barrier_event& event) override {
    if (event.kind != barrier_kind::block || !event.waits) return;
    const actor who{event.warp, event.at, event.lanes};
    meet({event.warp->block, event.id, event.warp->warp}, event, who,
         "aligned barrier in divergent code: lanes of one warp wait at two different places");
    if (event.expected == 0) {
      meet({event.warp->block, event.id, whole_block}, event, who,
           "one barrier is passed at two different places by threads of the block");
    }
  }

  void barrier_releases(const barrier_release_event& event) override {
    if (event.kind != barrier_kind::block) return;
    const auto begin = first_arrivals_.lower_bound({event.block, event.id, 0});
    const auto end = first_arrivals_.upper_bound({event.block, event.id, whole_block});
    for (auto each = begin; each != end; ++each) {
      const std::uint32_t warp = std::get<2>(each->first);
      if (warp < event.lanes.size()) tell_of_missing(each->second, existing_lanes(warp), event.lanes[warp]);
    }
    first_arrivals_.erase(begin, end);
  }

  void deadlock(std::span<const standing> threads) override {
    for (const standing& one : threads) {
      const warp_identity warp{.block = one.block, .block_index = one.block_index, .warp = one.warp};
      report(fmt::format("deadlock: waits forever for {}", one.waits_for), {&warp, one.at, one.lanes});
    }
  }

 private:
  struct arrival {
    const instruction* at;
    bool aligned;
    warp_identity warp;
    lane_mask lanes;
  };

  // Block, barrier, and the warp, or whole_block for a barrier that all threads of the block must pass.
  using meeting = std::tuple<std::uint64_t, int, std::uint32_t>;
  static constexpr std::uint32_t whole_block = ~std::uint32_t{0};

  // Those who meet at an aligned barrier must execute the same instruction, though not at the same time: one who waits
  // elsewhere took another path. Unaligned forms may be anywhere.
  void meet(const meeting& where, const barrier_event& event, const actor& who, const std::string& complaint) {
    const auto first = first_arrivals_.find(where);
    if (first == first_arrivals_.end()) {
      first_arrivals_.emplace(where, arrival{event.at, event.aligned, *event.warp, event.lanes});
    } else if (first->second.at != event.at && (first->second.aligned || event.aligned)) {
      const arrival& other = first->second;
      report(complaint, who, {}, describe({&other.warp, other.at, other.lanes}));
    }
  }

  // A barrier is complete without those who have exited. Of an aligned one, that is in order for whole warps only.
  void tell_of_missing(const arrival& first, lane_mask existing, lane_mask came) {
    if (!first.aligned || came == existing) return;
    report("aligned barrier in divergent code: lanes of the warp exited without coming to it",
           {&first.warp, first.at, came});
  }

  lane_mask existing_lanes(std::uint32_t warp) const {
    const auto& block = launch().block;
    const std::uint32_t rest = block[0] * block[1] * block[2] - warp * lanes_per_warp;
    return rest >= lanes_per_warp ? all_lanes : (lane_mask{1} << rest) - 1;
  }

  std::map<meeting, arrival> first_arrivals_;  // of the barriers that are being waited for
};

}  // namespace

std::unique_ptr<watch> make_barrier_watch() {
  return std::make_unique<barrier_watch>();
}

}  // namespace warpfold::simt
