#include "warpfold/files/npz.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/npy.hpp"
#include "warpfold/files/temporary_file.hpp"
#include "warpfold/files/zip_archive.hpp"

namespace warpfold::files {
namespace {

constexpr std::string_view ending = ".npy";

std::string_view without_ending(std::string_view name) {
  return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

// The members as a message lists them, the first few of many.
std::string listed(const std::vector<std::string>& members) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(members.size(), most); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", printable(without_ending(members[i])));
  }
  return members.size() > most ? fmt::format("{} and {} more", text, members.size() - most) : text;
}

std::string choose(const std::vector<std::string>& members, const std::string& wanted) {
  if (members.empty()) throw error("has no members, expected an array");
  if (wanted.empty() && members.size() == 1) return members.front();
  if (wanted.empty()) {
    throw error(fmt::format("has {} arrays, expected one to be named: {}", members.size(), listed(members)));
  }
  for (const std::string& name : {wanted, wanted + std::string(ending)}) {
    if (std::find(members.begin(), members.end(), name) != members.end()) return name;
  }
  throw error(fmt::format("has no array '{}', expected one of {}", printable(wanted), listed(members)));
}

}  // namespace

std::unique_ptr<array_file> open_npz(input source, const std::string& member) {
  const std::string name = source.name();
  if (!source.size()) source = naming(name, [&] { return spool(source).finish(name); });
  zip_archive archive(std::move(source));
  const std::string chosen = naming(name, [&] { return choose(archive.members(), member); });
  return open_npy_stream(format::npz, fmt::format("{}[{}]", name, printable(without_ending(chosen))),
                         zip_archive::open_member(std::move(archive), chosen));
}

}  // namespace warpfold::files
