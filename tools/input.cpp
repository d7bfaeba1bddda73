#include "tools/input.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/dtype_choices.hpp"
#include "tools/shape.hpp"
#include "tools/slices.hpp"
#include "tools/whole_number.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

dimensions shape_from_option(const std::string& text) {
  const std::optional<dimensions> shape = shape_from(text);
  if (shape) return *shape;
  throw CLI::ValidationError(
      "--shape", fmt::format("found '{}', expected at most {} whole numbers such as 2,3", text, maximum_rank));
}

// Throws CLI::ValidationError where an option names another part than the one behind the file's name.
void require_one_part(const std::string& argument, const std::string& option, const std::string& chosen) {
  if (chosen.empty()) return;
  throw CLI::ValidationError(option, fmt::format("found '{}' beside {}, expected one of the two", chosen, argument));
}

// Throws CLI::ValidationError where something is said of a file, and there is none.
void require_unsaid(bool said, const std::string& option) {
  if (said) throw CLI::ValidationError(option, "found without FILE, expected one that it tells of");
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return path == "-" || std::filesystem::exists(path, ignored);
}

}  // namespace

void input_choice::declare_options(CLI::App& app) {
  std::vector<dtype> all;
  for (const auto& [name, one] : dtype_choices()) all.push_back(one);
  declare_options(app, all,
                  "the elements' type in raw and csv files; for npy and npz, which state theirs, the result's type");
}

void input_choice::declare_options(CLI::App& app, const std::vector<dtype>& types,
                                   const std::string& meaning_of_dtype) {
  const std::string group = "Input";
  choices<dtype> dtypes;
  for (const dtype one : types) dtypes.emplace_back(name_of(one), one);
  choices<files::format> formats;
  for (const files::format one : files::all_formats) formats.emplace_back(name_of(one), one);
  add_choice<files::format>(app, "--format", file_.format, formats, "FORMAT",
                            "what the files are, if neither content nor name tells")
      ->group(group);
  add_choice<dtype>(app, "--dtype", file_.type, dtypes, "DTYPE", meaning_of_dtype)->group(group);
  app.add_option_function<std::string>(
         "--shape", [this](const std::string& text) { file_.shape = shape_from_option(text); },
         "raw: the extents of the axes, such as 2,3; else one axis as long as the file")
      ->type_name("N,...")
      ->group(group);
  add_whole_number<std::int64_t>(app, "--offset", file_.offset, 0, "BYTES", "raw: bytes before the first element")
      ->group(group);
  app.add_option("--column", file_.column,
                 "csv: one column, by its header's name, if one is called so, or its number from 0; else all; "
                 "FILE:COLUMN says the same")
      ->type_name("COLUMN")
      ->check(not_empty("a column"))
      ->group(group);
  app.add_option("--member", file_.member, "npz: which array, if there are several; FILE:MEMBER says the same")
      ->type_name("MEMBER")
      ->check(not_empty("a member"))
      ->group(group);
}

std::unique_ptr<files::array_file> input_choice::open(const std::string& argument) const {
  const std::size_t colon = argument.rfind(':');
  if (colon == std::string::npos || exists(argument) || !exists(argument.substr(0, colon))) {
    return files::open(argument, file_);
  }
  files::open_options choice = file_;
  choice.part = argument.substr(colon + 1);
  if (choice.part.empty()) throw error(fmt::format("{}: found no name behind the colon, expected one", argument));
  auto file = files::open(argument.substr(0, colon), choice);
  if (file->format() == files::format::npz) require_one_part(argument, "--member", choice.member);
  if (file->format() == files::format::csv) require_one_part(argument, "--column", choice.column);
  return file;
}

void input_choice::require_none_but_dtype() const {
  require_unsaid(file_.format.has_value(), "--format");
  require_unsaid(file_.shape.has_value(), "--shape");
  require_unsaid(file_.offset.has_value(), "--offset");
  require_unsaid(!file_.column.empty(), "--column");
  require_unsaid(!file_.member.empty(), "--member");
}

void input_choice::require_none() const {
  require_unsaid(file_.type.has_value(), "--dtype");
  require_none_but_dtype();
}

std::optional<dtype> input_choice::result_dtype(const files::array_file& file) const {
  const bool states_dtype = file.format() == files::format::npy || file.format() == files::format::npz;
  return states_dtype ? file_.type : std::nullopt;
}

CLI::Option* declare_files(CLI::App& app, std::vector<std::string>& target, int least, int most,
                           const std::string& meaning) {
  return app.add_option("FILE", target, meaning)->required()->expected(least, most)->check(not_empty(file_name));
}

void require_one_standard_input(const std::vector<std::string>& arguments, const std::string& option) {
  const auto is_standard_input = [](const std::string& argument) {
    return argument == "-" || (argument.starts_with("-:") && !exists(argument));
  };
  if (std::count_if(arguments.begin(), arguments.end(), is_standard_input) > 1) {
    throw CLI::ValidationError(option, "- is given more than once, expected once: standard input can be read once");
  }
}

void for_each_piece(files::array_file& file, progress_bar& progress,
                    const std::function<void(const array_view&)>& take) {
  if (const std::optional<array_view> whole = file.mapped()) {
    progress.begin(file.name(), whole->bytes());
    for_each_slice(*whole, [&](const array_view& slice) {
      take(slice);
      progress.advance(slice.bytes());
    });
    file.verify();
    return;
  }
  progress.begin(file.name(), file.total_bytes());
  while (const std::optional<array_view> piece = file.next_piece()) {
    take(*piece);
    progress.reach(file.bytes_read());
  }
}

}  // namespace warpfold::tools
