#include "tools/accumulator_choice.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/files/kept_file.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/reduce/saved_sums.hpp"

namespace warpfold::tools {
namespace {

using files::kept_file;

// More than the sums of any reduction take: what has more shows by its beginning that it is something else.
constexpr std::size_t most_bytes = 4096;

std::vector<std::byte> bytes_of(const std::string& path) {
  if (std::optional<std::vector<std::byte>> bytes = kept_file(path).read(most_bytes)) return *std::move(bytes);
  throw error(path + ": there is no such file, expected an accumulator");
}

// Standard input can be read and not replaced.
CLI::Validator kept_name() {
  const auto check = [](const std::string& given) {
    return given.empty() || given == "-" ? fmt::format("found '{}', expected {}", given, file_name) : std::string{};
  };
  return CLI::Validator(check, "");
}

void merge(reduction& so_far, const std::string& path, std::span<const std::byte> bytes) {
  files::naming(path, [&] { so_far.merge(bytes); });
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code not_there;
  return std::filesystem::equivalent(a, b, not_there);
}

// What is kept is added anyway, and nothing is to be counted twice.
void require_different(const std::vector<std::string>& merged, const std::string& kept) {
  for (auto each = merged.begin(); each != merged.end(); ++each) {
    const auto same = [&each](const std::string& other) { return same_file(*each, other); };
    if (same(kept)) throw error(*each + ": is the file of --accumulator, expected another one to --merge");
    if (std::any_of(merged.begin(), each, same)) throw error(*each + ": is merged twice, expected once");
  }
}

// A file that is not there yet is as good as one that holds nothing.
void merge_kept(reduction& so_far, const std::string& path) {
  if (const auto bytes = kept_file(path).read(most_bytes)) merge(so_far, path, *bytes);
}

}  // namespace

bool has_accumulator(op operation) {
  try {
    reduction(operation, dtype::float64).save();
    return true;
  } catch (const error&) {
    return false;
  }
}

void accumulator_choice::declare_options(CLI::App& app) {
  app.add_option("--accumulator", kept_, "add what FILE holds, and keep the exact sums of everything so far there")
      ->type_name("FILE")
      ->check(kept_name());
  app.add_option("--merge", merged_, "add what another accumulator holds; may be given again")
      ->type_name("FILE")
      ->check(kept_name())
      ->allow_extra_args(false);
}

dtype accumulator_choice::type() const {
  const std::string& first = merged_.empty() ? kept_ : merged_.front();
  const std::vector<std::byte> bytes = bytes_of(first);
  return files::naming(first, [&] { return decode(bytes).type; });
}

std::string accumulator_choice::together(const std::string& name) const {
  std::vector<std::string> all = merged_;
  if (!name.empty()) all.insert(all.begin(), name);
  if (!kept_.empty()) all.push_back(kept_);
  if (all.size() == 1) return all[0];
  return all.size() == 2 ? fmt::format("{} and {}", all[0], all[1])
                         : fmt::format("{} and {} more", all[0], all.size() - 1);
}

void accumulator_choice::require_like(op operation, dtype type, const options& choice, const std::string& name) const {
  require_different(merged_, kept_);
  reduction none = files::naming(together(name), [&] { return reduction(operation, type, choice); });
  if (!kept_.empty()) merge_kept(none, kept_);
  for (const std::string& path : merged_) merge(none, path, bytes_of(path));
}

accumulation accumulator_choice::finished(const reduction& whole, std::span<const std::byte> saved,
                                          const std::string& name) const {
  return {files::naming(together(name), [&] { return whole.finish(); }), decode(saved).count, {}};
}

accumulation accumulator_choice::finish(reduction& so_far, const std::string& name) const {
  for (const std::string& path : merged_) merge(so_far, path, bytes_of(path));
  if (kept_.empty()) return finished(so_far, so_far.save(), name);
  const kept_file file(kept_);
  const auto mine = std::make_shared<files::file_descriptor>(file.lock());
  merge_kept(so_far, kept_);
  const std::vector<std::byte> sums = so_far.save();
  accumulation done = finished(so_far, sums, name);
  const auto next = std::make_shared<files::kept_file_replacement>(file, sums);
  done.keep = [mine, next] { next->put_in_place(); };
  return done;
}

}  // namespace warpfold::tools
