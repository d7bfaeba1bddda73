// barrier: barriers that some threads miss or pass elsewhere, and deadlocks.
#include <fmt/format.h>

#include <map>
#include <utility>

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
    if (event.kind != barrier_kind::block) return;
    const actor who{event.warp, event.at, event.lanes};
    if (event.aligned && event.lanes != event.live) {
      report("aligned barrier in divergent code: not all lanes of the warp that have not exited execute it together",
             who);
    }
    if (event.waits && event.expected == 0) meet(event, who);
  }

  void barrier_releases(const barrier_release_event& event) override {
    if (event.kind == barrier_kind::block) first_arrivals_.erase({event.block, event.id});
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
    place where;
  };

  // A barrier that all threads of the block must pass is one place of the program: a thread that waits elsewhere took
  // another path through a barrier that was meant for all. Unaligned forms may be anywhere.
  void meet(const barrier_event& event, const actor& who) {
    const auto key = std::pair(event.warp->block, event.id);
    const auto first = first_arrivals_.find(key);
    if (first == first_arrivals_.end()) {
      first_arrivals_.emplace(key, arrival{event.at, event.aligned, describe(who)});
    } else if (first->second.at != event.at && (first->second.aligned || event.aligned)) {
      report(fmt::format("barrier {} is passed at two different places by threads of one block", event.id), who, {},
             first->second.where);
    }
  }

  // Of the barriers that are being waited for: by block and id, who came first.
  std::map<std::pair<std::uint64_t, int>, arrival> first_arrivals_;
};

}  // namespace

std::unique_ptr<watch> make_barrier_watch() {
  return std::make_unique<barrier_watch>();
}

}  // namespace warpfold::simt
