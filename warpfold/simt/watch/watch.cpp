#include "warpfold/simt/watch/watch.hpp"

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {

#define WARPFOLD_WATCH(name, summary) std::unique_ptr<watch> make_##name##_watch();
#include "warpfold/simt/watch/watches.def"

namespace {

std::string with_offset(const std::string& name, std::uint64_t offset) {
  return offset == 0 ? name : fmt::format("{} + {}", name, offset);
}

std::string placed(const std::vector<placed_variable>& variables, std::uint64_t address) {
  for (const placed_variable& variable : variables) {
    if (address - variable.offset < variable.size) return with_offset(variable.name, address - variable.offset);
  }
  return {};
}

std::string allocated(const memory& global, std::uint64_t address) {
  const allocation* owner = global.find(address);
  if (owner == nullptr) return {};
  const std::string name =
      owner->name.empty() ? fmt::format("allocation {} of {} bytes", owner->id, owner->size) : owner->name;
  return with_offset(name, address - owner->address);
}

}  // namespace

void watch::launch_begins(const launch_event& event) {
  launch_ = event;
  told_.clear();
}

void watch::report(const std::string& message, const actor& who, std::optional<spot> where,
                   std::optional<place> other) {
  const auto [known, fresh] = told_.try_emplace({message, who.at, other ? other->ptx_line : 0}, findings_.size());
  if (!fresh) {
    ++findings_[known->second].occurrences;
    return;
  }
  finding made;
  made.watch = name_;
  made.message = message;
  made.at = describe(who);
  made.other = std::move(other);
  if (where) {
    made.address = where->address;
    made.variable = variable_at(*where);
  }
  findings_.push_back(std::move(made));
}

place watch::describe(const actor& who) const {
  place described;
  if (who.warp == nullptr || launch_.kernel == nullptr) return described;
  described.kernel = launch_.kernel->kernel->name;
  described.block = who.warp->block_index;
  described.warp = who.warp->warp;
  described.lanes = who.lanes;
  described.file = "ptx";
  const ptx::instruction* origin = who.at == nullptr ? nullptr : launch_.kernel->origin(*who.at);
  if (origin == nullptr) return described;
  described.instruction = origin->opcode();
  described.ptx_line = described.line = origin->at.line;
  if (origin->source.file >= 0) {
    described.file = launch_.kernel->text->files.at(static_cast<std::size_t>(origin->source.file));
    described.line = origin->source.line;
  }
  return described;
}

std::string watch::variable_at(const spot& where) const {
  if (launch_.kernel == nullptr) return {};
  switch (where.space) {
    case ptx::space::shared: {
      const std::string name = placed(launch_.kernel->shared_variables, where.address);
      return name.empty() ? fmt::format("shared memory + {}", where.address) : name;
    }
    case ptx::space::local:
      return placed(launch_.kernel->local_variables, where.address);
    case ptx::space::global:
    case ptx::space::constant:
      return launch_.global == nullptr ? "" : allocated(*launch_.global, where.address);
    default:
      return {};
  }
}

std::string_view name_of(ptx::space space) {
  switch (space) {
    case ptx::space::generic:
      return "generic";
    case ptx::space::reg:
      return "register";
    case ptx::space::constant:
      return "constant";
    case ptx::space::global:
      return "global";
    case ptx::space::local:
      return "local";
    case ptx::space::param:
      return "parameter";
    case ptx::space::shared:
      return "shared";
  }
  return "unknown";
}

std::string_view verb_of(access_kind kind) {
  switch (kind) {
    case access_kind::load:
      return "reads";
    case access_kind::store:
      return "writes";
    case access_kind::atomic:
    case access_kind::reduction:
      return "updates";
  }
  return "touches";
}

const std::vector<watch_description>& all_watches() {
  static const std::vector<watch_description> all = {
#define WARPFOLD_WATCH(name, summary) {#name, summary},
#include "warpfold/simt/watch/watches.def"
  };
  return all;
}

std::unique_ptr<watch> make_watch(std::string_view name) {
#define WARPFOLD_WATCH(row, summary) \
  if (name == #row) return make_##row##_watch();
#include "warpfold/simt/watch/watches.def"
  std::string known;
  for (const watch_description& one : all_watches()) known += fmt::format("{}{}", known.empty() ? "" : ", ", one.name);
  throw error(fmt::format("watch '{}' is unknown, expected one of {}", name, known));
}

}  // namespace warpfold::simt
