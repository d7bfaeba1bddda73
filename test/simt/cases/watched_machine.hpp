// A SIMT machine with every watch on, and what they found.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {

class watched_machine : public machine {
 public:
  explicit watched_machine(std::string_view ptx, machine_settings settings = {}) : machine(std::move(settings)) {
    for (const watch_description& one : all_watches()) {
      watches_.push_back(make_watch(one.name));
      attach(*watches_.back());
    }
    load(ptx);
  }
  ~watched_machine() {
    for (const auto& watch : watches_) detach(*watch);
  }

  std::vector<finding> findings() const {
    std::vector<finding> all;
    for (const auto& watch : watches_) all.insert(all.end(), watch->findings().begin(), watch->findings().end());
    return all;
  }
  // Those of one watch.
  std::vector<finding> findings(std::string_view watch) const {
    std::vector<finding> some;
    for (const finding& one : findings()) {
      if (one.watch == watch) some.push_back(one);
    }
    return some;
  }
  // The watches that found something, each once, in order of their table: "race barrier".
  std::string raised() const {
    std::string names;
    for (const auto& watch : watches_) {
      if (!watch->findings().empty()) names += (names.empty() ? "" : " ") + watch->name();
    }
    return names;
  }
  // All findings as text, for messages.
  std::string told() const {
    std::string text;
    for (const finding& one : findings()) text += to_string(one) + "\n";
    return text;
  }

 private:
  std::vector<std::unique_ptr<watch>> watches_;
};

}  // namespace warpfold::simt
