#include "warpfold/device/kernel_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "warpfold/base/error.hpp"
#include "warpfold/base/readable_name.hpp"

namespace warpfold::devices {
namespace {

bool names_may_hold(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

std::vector<std::string> readable(const std::vector<std::string>& names) {
  std::vector<std::string> all;
  std::transform(names.begin(), names.end(), std::back_inserter(all), readable_name);
  return all;
}

}  // namespace

std::vector<std::string> entry_names(std::string_view ptx) {
  constexpr std::string_view keyword = ".entry";
  std::vector<std::string> names;
  for (std::size_t at = ptx.find(keyword); at != ptx.npos; at = ptx.find(keyword, at)) {
    at += keyword.size();
    const std::size_t begin = ptx.find_first_not_of(" \t\r\n", at);
    if (begin == ptx.npos || begin == at) continue;
    const auto end = std::find_if_not(ptx.begin() + static_cast<std::ptrdiff_t>(begin), ptx.end(), names_may_hold);
    names.emplace_back(ptx.begin() + static_cast<std::ptrdiff_t>(begin), end);
  }
  return names;
}

std::string match_kernel_name(const std::vector<std::string>& names, std::string_view wanted) {
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return std::string(wanted);
  std::vector<std::string> beginning;
  for (const std::string& name : names) {
    const std::string text = readable_name(name);
    if (text == wanted) return name;
    if (text.starts_with(wanted)) beginning.push_back(name);
  }
  if (beginning.size() == 1) return beginning.front();
  if (beginning.empty()) {
    throw error(fmt::format("no kernel is named '{}': there are {}", wanted, fmt::join(readable(names), ", ")));
  }
  throw error(fmt::format("the name '{}' begins several kernels: {}", wanted, fmt::join(readable(beginning), ", ")));
}

}  // namespace warpfold::devices
