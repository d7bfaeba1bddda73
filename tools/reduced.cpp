#include "tools/reduced.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "tools/progress_bar.hpp"
#include "tools/slices.hpp"
#include "tools/stopwatch.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/files/array_file.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::tools {
namespace {

using files::naming;
using opened_file = std::unique_ptr<files::array_file>;

// More passes stop at whichever comes first.
constexpr std::size_t most_passes = 10;
constexpr double enough_seconds = 1.0;

void require_one_dtype(const std::vector<opened_file>& opened) {
  for (const opened_file& file : opened) {
    if (file->type() != opened.front()->type()) {
      throw error(fmt::format("{}: dtype is {}, expected {} as in {}", file->name(), name_of(file->type()),
                              name_of(opened.front()->type()), opened.front()->name()));
    }
  }
}

void require_one_shape(const array_view& a, const array_view& b, const std::vector<opened_file>& opened) {
  if (a.shape() != b.shape()) {
    throw error(fmt::format("{}: shape is {}, expected {} as in {}", opened[1]->name(), to_string(b.shape()),
                            to_string(a.shape()), opened[0]->name()));
  }
}

std::vector<opened_file> open_all(const std::vector<std::string>& files, const input_choice& input) {
  std::vector<opened_file> opened;
  for (const std::string& file : files) opened.push_back(input.open(file));
  require_one_dtype(opened);
  return opened;
}

// The files in a message.
std::string name_of(const std::vector<opened_file>& opened) {
  const std::string& first = opened.front()->name();
  if (opened.size() == 1) return first;
  if (opened.size() == 2) return fmt::format("{} and {}", first, opened.back()->name());
  return fmt::format("{} and {} more", first, opened.size() - 1);
}

bool all_mapped(const std::vector<opened_file>& opened) {
  return std::all_of(opened.begin(), opened.end(), [](const opened_file& file) { return file->mapped().has_value(); });
}

std::int64_t bytes_of(std::int64_t elements, dtype type) {
  return elements * static_cast<std::int64_t>(size_of(type));
}

// Calls pass() for its value, and if `again`, more often to see how long it takes. Appends the seconds of each call to
// `seconds`, those of the first counted from the start of `since_opening`.
template <class Pass>
result measure(Pass&& pass, bool again, const stopwatch& since_opening, std::vector<double>& seconds) {
  result value = pass();
  seconds.push_back(since_opening.seconds());
  const stopwatch spent;
  while (again && seconds.size() <= most_passes && spent.seconds() < enough_seconds) {
    const stopwatch time;
    pass();
    seconds.push_back(time.seconds());
  }
  return value;
}

}  // namespace

reduced reduce_as_one(op operation, const std::vector<std::string>& files, const input_choice& input,
                      const reduction_choice& choice, passes repeat) {
  const engine where = choice.where();
  const stopwatch since_opening;
  const std::vector<opened_file> opened = open_all(files, input);
  const dtype type = opened.front()->type();
  const options resolved = choice.resolve(input.result_dtype(*opened.front()));
  progress_bar progress;
  std::int64_t elements = 0;
  const auto pass = [&] {
    elements = 0;
    reduction partial = naming(name_of(opened), [&] { return reduction(operation, type, resolved); });
    for (const opened_file& file : opened) {
      for_each_piece(*file, progress, [&](const array_view& piece) {
        naming(file->name(), [&] { partial.add(piece); });
        elements += piece.size();
      });
    }
    return naming(name_of(opened), [&] { return partial.finish(); });
  };
  std::vector<double> seconds;
  result value = measure(pass, repeat == passes::several && all_mapped(opened), since_opening, seconds);
  const dimensions as_one{elements};
  const dimensions shape = opened.size() == 1 ? opened.front()->shape().value_or(as_one) : as_one;
  return {operation, files, type, shape, std::move(value), where, bytes_of(elements, type), std::move(seconds)};
}

reduced reduce_pair(op operation, const std::vector<std::string>& files, const input_choice& input,
                    const reduction_choice& choice, passes repeat) {
  const engine where = choice.where();
  const stopwatch since_opening;
  const std::vector<opened_file> opened = open_all(files, input);
  const dtype type = opened.front()->type();
  const options resolved = choice.resolve(input.result_dtype(*opened.front()));
  const array_view a = opened[0]->whole();
  const array_view b = opened[1]->whole();
  require_one_shape(a, b, opened);
  progress_bar progress;
  const auto pass = [&] {
    progress.begin(name_of(opened), a.bytes() + b.bytes());
    result value = naming(name_of(opened), [&] {
      reduction partial(operation, type, resolved);
      for_each_slice(a, b, [&](const array_view& slice_a, const array_view& slice_b) {
        partial.add(slice_a, slice_b);
        progress.advance(slice_a.bytes() + slice_b.bytes());
      });
      return partial.finish();
    });
    for (const opened_file& file : opened) file->verify();
    return value;
  };
  std::vector<double> seconds;
  result value = measure(pass, repeat == passes::several, since_opening, seconds);
  return {operation, files, type, a.shape(), std::move(value), where, a.bytes() + b.bytes(), std::move(seconds)};
}

}  // namespace warpfold::tools
