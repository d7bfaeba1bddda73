// shuffle: lanes exchanged with lanes that do not take part, and masks that do not name those who execute.
#include <fmt/format.h>

#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

class shuffle_watch : public watch {
 public:
  shuffle_watch() : watch("shuffle") {}

  std::uint32_t interests() const override { return warp_syncs | shuffles; }

  // A collective is undefined unless every lane that executes it is named by its mask, and every lane named executes
  // it. bar.warp.sync waits for those named that have not exited, so none of them can be missing; lanes that have, or
  // never were in a block smaller than a warp, are not expected.
  void warp_sync(const warp_sync_event& event) override {
    const actor who{event.warp, event.at, event.lanes};
    if (const lane_mask unnamed = event.lanes & ~event.members; unnamed != 0) {
      report(fmt::format("mask {:#010x} does not name {} that execute it", event.members, lanes_text(unnamed)), who);
    }
    if (const lane_mask missing = event.members & ~event.lanes; missing != 0 && !event.orders_memory) {
      report(fmt::format("mask {:#010x} names {} that do not take part", event.members, lanes_text(missing)), who);
    }
  }

  void shuffle(const shuffle_event& event) override {
    lane_mask readers = 0, absent = 0;
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if ((event.lanes >> lane & 1) == 0) continue;
      const int source = event.source[lane];
      if ((event.lanes >> source & 1) != 0) continue;
      readers |= lane_mask{1} << lane;
      absent |= lane_mask{1} << source;
    }
    if (readers == 0) return;
    report(fmt::format("reads the register of {} that take no part, which is undefined", lanes_text(absent)),
           {event.warp, event.at, readers});
  }

 private:
  static std::string lanes_text(lane_mask lanes) { return fmt::format("lanes {}", lane_list(lanes)); }
};

}  // namespace

std::unique_ptr<watch> make_shuffle_watch() {
  return std::make_unique<shuffle_watch>();
}

}  // namespace warpfold::simt
