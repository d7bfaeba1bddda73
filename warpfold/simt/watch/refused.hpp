// What the watches of refused accesses (bounds, alignment, lifetime, residence) have in common.
#pragma once

#include <bit>
#include <optional>
#include <string>

#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {

// Reports the refused accesses whose reasons it answers for.
class refused_access_watch : public watch {
 public:
  using watch::watch;

  std::uint32_t interests() const override { return faults; }
  void fault(const fault_event& event) override {
    const std::string what = message_for(event);
    if (what.empty()) return;
    std::optional<spot> where;
    if (event.addresses != nullptr && event.lanes != 0) {
      where = spot{event.space, event.addresses[std::countr_zero(event.lanes)]};
    }
    report(what, {event.warp, event.at, event.lanes}, where);
  }

 protected:
  // What to say of it; empty if this watch does not answer for the reason.
  virtual std::string message_for(const fault_event& event) const = 0;
};

}  // namespace warpfold::simt
