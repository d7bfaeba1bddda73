#include "tools/reduced.hpp"

#include <memory>
#include <optional>
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

void require_dtype(const files::array_file& file, dtype expected, const std::string& model) {
  if (file.type() == expected) return;
  throw error(fmt::format("{}: dtype is {}, expected {} as in {}", file.name(), name_of(file.type()), name_of(expected),
                          model));
}

// The files in order, each opened when it is its turn. They stay open if they are to be read again, else there is only
// ever one, however many are given.
class file_sequence {
 public:
  file_sequence(const std::vector<std::string>& names, const input_choice& input, passes repeat)
      : names_(names), input_(input), keep_(repeat == passes::several), opened_(names.size()) {}

  // Throws error where the file's dtype is not that of the first.
  files::array_file& operator[](std::size_t index) {
    if (!keep_ && index > 0) opened_[index - 1].reset();
    if (!opened_[index]) opened_[index] = open(index);
    return *opened_[index];
  }

  // All files in a message.
  std::string name() const {
    if (names_.size() == 1) return first_name_;
    return fmt::format("{} and {} more", first_name_, names_.size() - 1);
  }

 private:
  opened_file open(std::size_t index) {
    opened_file file = input_.open(names_[index]);
    if (index == 0) {
      first_name_ = file->name();
      type_ = file->type();
    } else {
      require_dtype(*file, type_, first_name_);
    }
    return file;
  }

  const std::vector<std::string>& names_;
  const input_choice& input_;
  bool keep_;
  std::vector<opened_file> opened_;
  std::string first_name_;
  dtype type_ = dtype::float64;
};

void require_shape(const files::array_file& file, const dimensions& shape, const dimensions& expected,
                   const std::string& model) {
  if (shape == expected) return;
  throw error(
      fmt::format("{}: shape is {}, expected {} as in {}", file.name(), to_string(shape), to_string(expected), model));
}

std::int64_t bytes_of(std::int64_t elements, dtype type) {
  return elements * static_cast<std::int64_t>(size_of(type));
}

// The result of the reduction of what has that name and of what is kept.
result finish(reduction& so_far, const std::string& name, const accumulator_choice& kept,
              std::optional<accumulation>& all) {
  if (!kept.given()) return naming(name, [&] { return so_far.finish(); });
  all = kept.finish(so_far, name);
  return all->value;
}

// Of `done`, with what is kept.
reduced accumulated(reduced done, const std::optional<accumulation>& all) {
  if (all) done.accumulated = all->elements;
  if (all) done.keep = all->keep;
  return done;
}

// Calls pass() for its value, and if it then says `again`, more often to see how long it takes. Appends the seconds of
// each call to `seconds`, those of the first counted from the start of `since_opening`.
template <class Pass>
result measure(Pass&& pass, const bool& again, const stopwatch& since_opening, std::vector<double>& seconds) {
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

reduced reduce_as_one(op operation, const std::vector<std::string>& names, const input_choice& input,
                      const reduction_choice& choice, const accumulator_choice& kept, passes repeat) {
  const engine where = choice.where();
  const stopwatch since_opening;
  file_sequence sequence(names, input, repeat);
  const dtype type = sequence[0].type();
  const options resolved = choice.resolve(input.result_dtype(sequence[0]));
  if (kept.given()) kept.require_like(operation, type, resolved, sequence.name());
  progress_bar progress;
  std::optional<accumulation> all;
  std::int64_t elements = 0;
  std::optional<dimensions> shape;
  bool again = repeat == passes::several;
  const auto pass = [&] {
    elements = 0;
    reduction partial = naming(sequence.name(), [&] { return reduction(operation, type, resolved); });
    for (std::size_t index = 0; index < names.size(); ++index) {
      files::array_file& file = sequence[index];
      again = again && file.mapped();
      for_each_piece(file, progress, [&](const array_view& piece) {
        naming(file.name(), [&] { partial.add(piece); });
        elements += piece.size();
      });
      shape = file.shape();
    }
    return finish(partial, sequence.name(), kept, all);
  };
  std::vector<double> seconds;
  result value = measure(pass, again, since_opening, seconds);
  if (names.size() > 1 || !shape) shape = dimensions{elements};
  const std::int64_t bytes = bytes_of(elements, type);
  return accumulated({operation, names, type, *shape, std::move(value), where, bytes, std::move(seconds)}, all);
}

reduced reduce_pair(op operation, const std::vector<std::string>& names, const input_choice& input,
                    const reduction_choice& choice, const accumulator_choice& kept, passes repeat) {
  const engine where = choice.where();
  const stopwatch since_opening;
  const opened_file file_a = input.open(names[0]);
  const opened_file file_b = input.open(names[1]);
  require_dtype(*file_b, file_a->type(), file_a->name());
  const array_view a = file_a->whole();
  const array_view b = file_b->whole();
  require_shape(*file_b, b.shape(), a.shape(), file_a->name());
  const options resolved = choice.resolve(input.result_dtype(*file_a));
  const std::string name = fmt::format("{} and {}", file_a->name(), file_b->name());
  if (kept.given()) kept.require_like(operation, a.type(), resolved, name);
  progress_bar progress;
  std::optional<accumulation> all;
  const auto pass = [&] {
    progress.begin(name, a.bytes() + b.bytes());
    reduction partial = naming(name, [&] { return reduction(operation, a.type(), resolved); });
    naming(name, [&] {
      for_each_slice(a, b, [&](const array_view& slice_a, const array_view& slice_b) {
        partial.add(slice_a, slice_b);
        progress.advance(slice_a.bytes() + slice_b.bytes());
      });
    });
    file_a->verify();
    file_b->verify();
    return finish(partial, name, kept, all);
  };
  std::vector<double> seconds;
  result value = measure(pass, repeat == passes::several, since_opening, seconds);
  const std::int64_t bytes = a.bytes() + b.bytes();
  return accumulated({operation, names, a.type(), a.shape(), std::move(value), where, bytes, std::move(seconds)}, all);
}

reduced reduce_accumulated(op operation, const reduction_choice& choice, const accumulator_choice& kept) {
  const stopwatch time;
  const dtype type = kept.type();
  const options resolved = choice.resolve(std::nullopt);
  kept.require_like(operation, type, resolved, {});
  reduction none(operation, type, resolved);
  std::optional<accumulation> all;
  result value = finish(none, {}, kept, all);
  return accumulated({operation, {}, type, {0}, std::move(value), choice.where(), 0, {time.seconds()}}, all);
}

}  // namespace warpfold::tools
