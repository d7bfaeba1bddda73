// `warpfold describe`: one array reduced by every operator, in one table.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/command.hpp"
#include "tools/input.hpp"
#include "tools/one_line.hpp"
#include "tools/progress_bar.hpp"
#include "tools/reduced.hpp"
#include "tools/reduction_choice.hpp"
#include "tools/report.hpp"
#include "tools/stopwatch.hpp"
#include "tools/units.hpp"

namespace warpfold::tools {
namespace {

constexpr std::array all_operators = {
#define WARPFOLD_OP(name, inputs, summary) op::name,
#include "warpfold/reduce/ops.def"
};

std::vector<op> operators_of_one_array() {
  std::vector<op> operators(all_operators.begin(), all_operators.end());
  std::erase_if(operators, [](op operation) { return inputs_of(operation) != 1; });
  return operators;
}

// One operator at work on the pieces of the array. What it cannot do is remembered, and the others go on.
class running_operator {
 public:
  running_operator(op operation, dtype type, const options& choice) : operation_(operation) {
    attempt([&] { partial_.emplace(operation, type, choice); });
  }

  void add(const array_view& piece) {
    if (!partial_) return;
    const stopwatch time;
    attempt([&] { partial_->add(piece); });
    seconds_ += time.seconds();
  }

  void finish() {
    if (!partial_) return;
    const stopwatch time;
    attempt([&] { value_ = partial_->finish(); });
    seconds_ += time.seconds();
  }

  op operation() const { return operation_; }
  double seconds() const { return seconds_; }
  const std::optional<result>& value() const { return value_; }
  const std::string& problem() const { return problem_; }  // why there is no value

 private:
  template <class Step>
  void attempt(Step&& step) {
    try {
      step();
    } catch (const error& cannot) {
      problem_ = cannot.what();
      partial_.reset();
    }
  }

  op operation_;
  std::optional<reduction> partial_;
  std::optional<result> value_;
  std::string problem_;
  double seconds_ = 0;
};

// Whether an operator knew its result before the end, so that it has not read everything.
bool stopped_early(op operation, const result& value) {
  const bool holds = (operation == op::any || operation == op::all) && value.values.front().as<bool>();
  return operation == op::any ? holds : operation == op::all && !holds;
}

// Reads one byte of every page, so that no operator pays for bringing the piece into memory.
void bring_into_memory(const array_view& piece) {
  if (piece.size() == 0) return;
  std::int64_t first = 0;
  std::int64_t last = static_cast<std::int64_t>(size_of(piece.type())) - 1;
  for (std::size_t axis = 0; axis < piece.rank(); ++axis) {
    const std::int64_t reach = piece.strides()[axis] * (piece.shape()[axis] - 1);
    (reach < 0 ? first : last) += reach;
  }
  constexpr std::int64_t page = 4096;
  for (std::int64_t offset = first; offset <= last; offset += page) {
    static_cast<void>(*static_cast<const volatile std::byte*>(piece.data() + offset));
  }
}

class describe_command : public command {
 public:
  std::string name() const override { return "describe"; }
  std::string summary() const override { return "reduce an array by every operator, in one table"; }
  section listed_under() const override { return section::reductions; }
  std::string examples() const override {
    return "$ printf '3\\n1\\n4\\n1\\n5\\n' > pi.csv\n"
           "$ warpfold describe pi.csv\n"
           "pi.csv: float64 (5,), 40 B, read in ...\n"
           "...\n"
           "sum            14                    float64 ...\n"
           "...\n"
           "$ warpfold describe --json pi.csv | grep minmax\n"
           "{\"op\":\"minmax\",\"file\":\"pi.csv\",\"dtype\":\"float64\",\"shape\":[5],\"result\":[1.0,5.0],...}\n";
  }

  void declare_options(CLI::App& app) override {
    const std::vector<op> operators = operators_of_one_array();
    declare_files(app, files_, 1, 1, "an npy, npz, csv or raw file; - is standard input");
    choice_.declare_options(app, operators);
    app.add_flag("--json", json_, "print one object for each result");
    input_.declare_options(app);
  }

  outcome run() override {
    const engine where = choice_.where();
    const auto file = input_.open(files_.front());
    std::vector<running_operator> operators;
    for (const op operation : operators_of_one_array()) {
      options choice = choice_.resolve(input_.result_dtype(*file));
      if (!has_choice_of_result(operation)) choice.result_dtype.reset();
      operators.emplace_back(operation, file->type(), choice);
    }
    std::int64_t elements = 0;
    double reducing = 0;
    progress_bar progress;
    const stopwatch time;
    for_each_piece(*file, progress, [&](const array_view& piece) {
      bring_into_memory(piece);
      const stopwatch work;
      for (running_operator& each : operators) each.add(piece);
      reducing += work.seconds();
      elements += piece.size();
    });
    const double reading = time.seconds() - reducing;
    for (running_operator& each : operators) each.finish();

    const array_facts facts{file->type(), file->shape().value_or(dimensions{elements}),
                            elements * static_cast<std::int64_t>(size_of(file->type()))};
    return {json_ ? objects(operators, facts, where) : table(operators, facts, reading), {}, 0};
  }

 private:
  struct array_facts {
    dtype type;
    dimensions shape;
    std::int64_t bytes;
  };

  std::string objects(const std::vector<running_operator>& operators, const array_facts& facts, engine where) const {
    std::string lines;
    for (const running_operator& each : operators) {
      if (!each.value()) continue;
      lines += json_line(to_json(reduced{
          each.operation(), files_, facts.type, facts.shape, *each.value(), where, facts.bytes, {each.seconds()}}));
    }
    return lines;
  }

  std::string table(const std::vector<running_operator>& operators, const array_facts& facts, double reading) const {
    const auto bytes = static_cast<double>(facts.bytes);
    std::string text = fmt::format("{}: {} {}, {}, read in {}\n\n", on_one_line(files_.front()), name_of(facts.type),
                                   to_string(facts.shape), bytes_text(bytes), seconds_text(reading));
    std::size_t width = 21;
    for (const running_operator& each : operators) {
      if (each.value()) width = std::max(width, value_text(*each.value()).size());
    }
    const auto row = [width](std::string_view operation, std::string_view value, std::string_view type,
                             std::string_view time, std::string_view rate, std::string_view meaning) {
      return fmt::format("{:<14} {:<{}} {:<10} {:>8} {:>10}  {}\n", operation, value, width, type, time, rate, meaning);
    };
    text += row("operator", "result", "dtype", "time", "rate", "meaning");
    for (const running_operator& each : operators) {
      const std::string_view operation = name_of(each.operation());
      if (!each.value()) {
        text += row(operation, "-", "-", "-", "-", each.problem());
        continue;
      }
      const result& value = *each.value();
      const std::string rate = stopped_early(each.operation(), value) ? "-" : bytes_text(bytes / each.seconds()) + "/s";
      text += row(operation, value_text(value), name_of(value.values.front().type()), seconds_text(each.seconds()),
                  rate, meaning_of(each.operation()));
    }
    return text;
  }

  // In a word, without the promise that --fast gives up.
  std::string_view meaning_of(op operation) const {
    const std::string_view summary = summary_of(operation);
    return choice_.fast() ? summary.substr(0, summary.find(", exact")) : summary;
  }

  std::vector<std::string> files_;
  input_choice input_;
  reduction_choice choice_;
  bool json_ = false;
};

const registration register_describe(std::make_unique<describe_command>());

}  // namespace
}  // namespace warpfold::tools
