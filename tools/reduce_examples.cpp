#include "tools/reduce_examples.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/accumulator_choice.hpp"
#include "tools/report.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold::tools {
namespace {

constexpr std::array<double, 5> pi = {3, 1, 4, 1, 5};
constexpr std::array<std::int64_t, 5> pi_as_integers = {3, 1, 4, 1, 5};
constexpr std::array<double, 5> e = {2, 7, 1, 8, 2};

using numbers = std::span<const double>;

// The command that writes an example's csv file, one value a line.
std::string writing(numbers written, const std::string& file) {
  return fmt::format("$ printf '{}\\n' > {}\n", fmt::join(written, "\\n"), file);
}

std::vector<double> joined(numbers first, numbers second) {
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

template <class T>
result answer(op operation, std::span<const T> elements, const options& choice = {}) {
  return reduce(operation, array_view(elements), choice);
}

// The object of `--json`, its time left open.
std::string object(op operation, const std::vector<std::string>& files, const result& value, std::int64_t bytes) {
  const reduced done{operation, files, dtype::float64, {5}, value, engine::cpu, bytes, {0.0}};
  std::string line = json_line(to_json(done));
  const std::string open = "\"seconds\":";
  line.replace(line.find(open) + open.size(), 3, "...");
  return line;
}

// What only some operators can be told.
std::string special_example(op operation) {
  options choice;
  std::string flags;
  if (operation == op::var || operation == op::std) {
    choice.ddof = 1;
    flags = "--ddof 1";
  } else if (operation == op::norm) {
    choice.order = norm_order::one;
    flags = "--order 1";
  } else {
    return {};
  }
  return fmt::format("$ warpfold {} {} pi.csv\n{}\n", name_of(operation), flags,
                     value_text(answer<double>(operation, pi, choice)));
}

// Sums that are kept: pi.csv today, e.csv tomorrow, and both of them.
std::string accumulator_example(op operation, const result& of_first, const result& of_both) {
  if (!has_accumulator(operation)) return {};
  const std::string_view name = name_of(operation);
  return fmt::format("$ warpfold {0} --accumulator {0}.sums pi.csv\n{1}\n", name, value_text(of_first)) +
         fmt::format("$ warpfold {0} --accumulator {0}.sums e.csv\n{1}\n", name, value_text(of_both)) +
         fmt::format("$ warpfold {0} --merge {0}.sums\n{1}\n", name, value_text(of_both));
}

std::string examples_of_one(op operation) {
  const std::string_view name = name_of(operation);
  const result of_pi = answer<double>(operation, pi);
  std::string text = writing(pi, "pi.csv");
  text += fmt::format("$ warpfold {} pi.csv\n{}\n", name, value_text(of_pi));
  text += special_example(operation);
  text += writing(e, "e.csv");
  const result of_both = answer<double>(operation, joined(pi, e));
  text += fmt::format("$ warpfold {} pi.csv e.csv\n{}\n", name, value_text(of_both));
  text += accumulator_example(operation, of_pi, of_both);
  text += fmt::format("$ warpfold {} --each pi.csv e.csv\npi.csv: {}\ne.csv: {}\n", name, value_text(of_pi),
                      value_text(answer<double>(operation, e)));
  text += fmt::format("$ cat pi.csv | warpfold {} --format csv --dtype int64 -\n{}\n", name,
                      value_text(answer<std::int64_t>(operation, pi_as_integers)));
  text += "$ printf '\\003\\001\\004' > bytes.raw\n";
  text += fmt::format("$ warpfold {} --dtype uint8 bytes.raw\n{}\n", name,
                      value_text(answer<std::uint8_t>(operation, std::array<std::uint8_t, 3>{3, 1, 4})));
  text += fmt::format("$ warpfold {} --json pi.csv\n{}", name, object(operation, {"pi.csv"}, of_pi, sizeof pi));
  return text;
}

// The same of pairs: the same files, twice.
std::string accumulator_example_of_pair(op operation, const result& of_both) {
  reduction twice(operation, dtype::float64);
  twice.add(array_view(numbers(pi)), array_view(numbers(e)));
  twice.add(array_view(numbers(pi)), array_view(numbers(e)));
  const std::string command = fmt::format("$ warpfold {0} --accumulator {0}.sums pi.csv e.csv\n", name_of(operation));
  return command + value_text(of_both) + "\n" + command + value_text(twice.finish()) + "\n";
}

std::string examples_of_pair(op operation) {
  const std::string_view name = name_of(operation);
  const result of_both = reduce(operation, array_view(numbers(pi)), array_view(numbers(e)));
  std::string text = writing(pi, "pi.csv") + writing(e, "e.csv");
  text += fmt::format("$ warpfold {} pi.csv e.csv\n{}\n", name, value_text(of_both));
  text += accumulator_example_of_pair(operation, of_both);
  text += "$ printf 'x,y\\n3,2\\n1,7\\n4,1\\n1,8\\n5,2\\n' > table.csv\n";
  text += fmt::format("$ warpfold {} table.csv:x table.csv:y\n{}\n", name, value_text(of_both));
  text += fmt::format("$ warpfold {} --json pi.csv e.csv\n{}", name,
                      object(operation, {"pi.csv", "e.csv"}, of_both, sizeof pi + sizeof e));
  return text;
}

}  // namespace

std::string reduce_examples(op operation) {
  return inputs_of(operation) == 2 ? examples_of_pair(operation) : examples_of_one(operation);
}

}  // namespace warpfold::tools
