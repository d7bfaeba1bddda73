// A watch: an observer that reports what it finds wrong. One file each in this folder, one row each in watches.def.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/watch/finding.hpp"

namespace warpfold::simt {

class watch : public observer {
 public:
  explicit watch(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  // In the order in which they were found, over all launches so far.
  const std::vector<finding>& findings() const { return findings_; }

  void launch_begins(const launch_event& event) override;

  // The program under watch has ended: what only now is known to be wrong (leaks) is reported.
  virtual void program_ends(const memory&) {}

 protected:
  // A lane or several, at an instruction; a null warp is the host.
  struct actor {
    const warp_identity* warp = nullptr;
    const instruction* at = nullptr;
    lane_mask lanes = 0;
  };
  // Where in memory; `owner` is the block whose shared memory it is.
  struct spot {
    ptx::space space = ptx::space::global;
    std::uint64_t address = 0;
  };

  // Reports a finding that no launch made.
  void report(finding found) { findings_.push_back(std::move(found)); }
  // Reports a finding. The same message at the same instructions within one launch is counted, not told again.
  void report(const std::string& message, const actor& who, std::optional<spot> where = {},
              std::optional<place> other = {});

  const launch_event& launch() const { return launch_; }
  place describe(const actor& who) const;
  // The variable or allocation at that spot and the offset in it: "tile + 12". Empty if unknown.
  std::string variable_at(const spot& where) const;

 private:
  std::string name_;
  launch_event launch_;
  std::vector<finding> findings_;
  // By message, instruction and the other side's PTX line: the index into findings_.
  std::map<std::tuple<std::string, const instruction*, int>, std::size_t> told_;
};

// "global", "shared", ….
std::string_view name_of(ptx::space space);
// "reads", "writes", "updates".
std::string_view verb_of(access_kind kind);

// The names of all watches, in the order of watches.def, and what each looks for.
struct watch_description {
  std::string_view name, summary;
};
const std::vector<watch_description>& all_watches();
// A new watch of that name. Throws error for an unknown one, listing the names.
std::unique_ptr<watch> make_watch(std::string_view name);

}  // namespace warpfold::simt
