#include "tools/accumulator_choice.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/files/kept_file.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/reduce/saved_sums.hpp"

namespace warpfold::tools {
namespace {

using files::kept_file;

// More than the sums of any reduction take.
constexpr std::size_t most_bytes = 4096;

std::vector<std::byte> bytes_of(const std::string& path) {
  if (std::optional<std::vector<std::byte>> bytes = kept_file(path).read(most_bytes)) return *std::move(bytes);
  throw error(path + ": there is no such file, expected an accumulator");
}

void merge(reduction& so_far, const std::string& path, std::span<const std::byte> bytes) {
  files::naming(path, [&] { so_far.merge(bytes); });
}

// A file that is not there yet is as good as one that holds nothing.
void merge_kept(reduction& so_far, const std::string& path) {
  if (const auto bytes = kept_file(path).read(most_bytes)) merge(so_far, path, *bytes);
}

accumulation finished(const reduction& whole, std::span<const std::byte> saved) {
  return {whole.finish(), decode(saved).count, {}};
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
      ->check(not_empty("the name of a file"));
  app.add_option("--merge", merged_, "add what another accumulator holds; may be given again")
      ->type_name("FILE")
      ->check(not_empty("the name of a file"))
      ->allow_extra_args(false);
}

dtype accumulator_choice::type() const {
  const std::string& first = merged_.empty() ? kept_ : merged_.front();
  const std::vector<std::byte> bytes = bytes_of(first);
  return files::naming(first, [&] { return decode(bytes).type; });
}

void accumulator_choice::require_like(op operation, dtype type, const options& choice) const {
  reduction none(operation, type, choice);
  if (given()) none.save();
  if (!kept_.empty()) merge_kept(none, kept_);
  for (const std::string& path : merged_) merge(none, path, bytes_of(path));
}

accumulation accumulator_choice::finish(reduction& so_far) const {
  for (const std::string& path : merged_) merge(so_far, path, bytes_of(path));
  if (kept_.empty()) return finished(so_far, so_far.save());
  const kept_file file(kept_);
  const auto mine = std::make_shared<files::file_descriptor>(file.lock());
  merge_kept(so_far, kept_);
  const std::vector<std::byte> sums = so_far.save();
  accumulation done = finished(so_far, sums);
  const auto next = std::make_shared<files::kept_file_replacement>(file, sums);
  done.keep = [mine, next] { next->put_in_place(); };
  return done;
}

}  // namespace warpfold::tools
