#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/array_file.hpp"
#include "warpfold/files/csv.hpp"
#include "warpfold/files/format.hpp"
#include "warpfold/files/input.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/npy.hpp"
#include "warpfold/files/npz.hpp"
#include "warpfold/files/raw.hpp"

namespace warpfold::files {
namespace {

// `choice` for a file of that format: throws error where the file has not what is chosen of it.
open_options choice_for(format is, const std::string& name, open_options choice) {
  const auto refuse = [&](bool chosen, std::string_view what, std::string_view found) {
    if (!chosen) return;
    throw error(fmt::format("{}: {} files have no {}, found '{}'", name, name_of(is), what, printable(found)));
  };
  if (is == format::npz && !choice.part.empty()) choice.member = std::exchange(choice.part, {});
  if (is == format::csv && !choice.part.empty()) choice.column = std::exchange(choice.part, {});
  refuse(!choice.part.empty(), "parts", choice.part);
  if (is != format::npz) refuse(!choice.member.empty(), "members", choice.member);
  if (is != format::csv) refuse(!choice.column.empty(), "columns", choice.column);
  if (is != format::raw) {
    refuse(choice.shape.has_value(), "shape to choose", choice.shape ? to_string(*choice.shape) : "");
    refuse(choice.offset.has_value(), "offset", std::to_string(choice.offset.value_or(0)));
  }
  return choice;
}

}  // namespace

std::unique_ptr<array_file> open(const std::string& path, const open_options& choice) {
  input source = input::open(path);
  const format is = recognize(source, path, choice);
  const open_options chosen = choice_for(is, source.name(), choice);
  switch (is) {
    case format::npy:
      return open_npy(std::move(source));
    case format::npz:
      return open_npz(std::move(source), chosen.member);
    case format::raw:
      return open_raw(std::move(source), chosen);
    case format::csv:
      return open_csv(std::move(source), chosen);
  }
  throw error(source.name() + ": unknown format");
}

}  // namespace warpfold::files
