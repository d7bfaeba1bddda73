#include "warpfold/simt/watch/finding.hpp"

#include <fmt/format.h>

#include <bit>

namespace warpfold::simt {

std::string lane_list(lane_mask lanes) {
  std::string list;
  while (lanes != 0) {
    const int first = std::countr_zero(lanes);
    const int length = std::countr_one(lanes >> first);
    const int last = first + length - 1;
    if (!list.empty()) list += ", ";
    list += length == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    lanes = last == lanes_per_warp - 1 ? 0 : lanes >> (last + 1) << (last + 1);
  }
  return list;
}

std::string to_string(const place& at) {
  if (at.kernel.empty()) return "the host";
  return fmt::format("{}:{} ({}), block ({}, {}, {}), warp {}, {} {}", at.file, at.line, at.instruction, at.block[0],
                     at.block[1], at.block[2], at.warp, std::has_single_bit(at.lanes) ? "lane" : "lanes",
                     lane_list(at.lanes));
}

std::string to_string(const finding& found) {
  std::string text = fmt::format("{}: {}", found.watch, found.message);
  if (!found.variable.empty()) text += fmt::format(" [{}]", found.variable);
  text += fmt::format(" at {}", to_string(found.at));
  if (found.other) text += fmt::format("; the other side: {}", to_string(*found.other));
  if (found.occurrences > 1) text += fmt::format(" ({} times)", found.occurrences);
  return text;
}

}  // namespace warpfold::simt
