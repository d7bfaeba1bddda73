#include "tools/command.hpp"

#include <algorithm>
#include <utility>

namespace warpfold::tools {
namespace {

// Created on first use, because registrations run before main() in no particular order of files.
std::vector<std::unique_ptr<command>>& registry() {
  static std::vector<std::unique_ptr<command>> entries;
  return entries;
}

}  // namespace

registration::registration(std::unique_ptr<command> entry) {
  registry().push_back(std::move(entry));
}

std::vector<command*> registered_commands() {
  std::vector<command*> commands;
  for (const auto& entry : registry()) commands.push_back(entry.get());
  std::stable_sort(commands.begin(), commands.end(),
                   [](const command* a, const command* b) { return a->listed_under() < b->listed_under(); });
  return commands;
}

}  // namespace warpfold::tools
