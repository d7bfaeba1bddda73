// A SIMT machine under all watches.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::test {

// Attaches every watch for its own lifetime.
class watched {
 public:
  explicit watched(simt::machine& machine) : machine_(&machine) {
    for (const simt::watch_description& each : simt::all_watches()) {
      watches_.push_back(simt::make_watch(each.name));
      machine_->attach(*watches_.back());
    }
  }
  ~watched() {
    for (const auto& each : watches_) machine_->detach(*each);
  }
  watched(const watched&) = delete;
  watched& operator=(const watched&) = delete;

  // Everything found, a line each.
  std::string report() const {
    std::string text;
    for (const auto& each : watches_) {
      for (const simt::finding& found : each->findings()) text += to_string(found) + "\n";
    }
    return text;
  }
  // The watches that found something.
  std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& each : watches_) {
      if (!each->findings().empty()) found.insert(each->name());
    }
    return found;
  }

 private:
  simt::machine* machine_;
  std::vector<std::unique_ptr<simt::watch>> watches_;
};

}  // namespace warpfold::test
