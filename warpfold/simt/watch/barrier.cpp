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
    first_arrivals_.erase(first_arrivals_.lower_bound({event.block, event.id, 0}),
                          first_arrivals_.upper_bound({event.block, event.id, whole_block}));
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

  std::map<meeting, arrival> first_arrivals_;  // of the barriers that are being waited for
};

}  // namespace

std::unique_ptr<watch> make_barrier_watch() {
  return std::make_unique<barrier_watch>();
}

}  // namespace warpfold::simt
