// One subcommand for each operator of ops.def.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/accumulator_choice.hpp"
#include "tools/command.hpp"
#include "tools/input.hpp"
#include "tools/one_line.hpp"
#include "tools/read_bandwidth.hpp"
#include "tools/reduce_examples.hpp"
#include "tools/reduced.hpp"
#include "tools/reduction_choice.hpp"
#include "tools/report.hpp"

namespace warpfold::tools {
namespace {

class reduce_command : public command {
 public:
  explicit reduce_command(op operation) : operation_(operation) {}

  std::string name() const override { return std::string(name_of(operation_)); }
  std::string summary() const override { return std::string(summary_of(operation_)); }
  section listed_under() const override { return section::reductions; }
  std::string examples() const override { return reduce_examples(operation_); }

  void declare_options(CLI::App& app) override {
    choice_.declare_options(app, {&operation_, 1});
    const bool accumulates = has_accumulator(operation_);
    if (accumulates) kept_.declare_options(app);
    if (pairs()) {
      declare_files(app, files_, 2, 2, "the two arrays: npy, npz, csv or raw files; - is standard input")
          ->required(!accumulates);
    } else {
      declare_files(app, files_, 1, maximum_files, "npy, npz, csv or raw files, as one array; - is standard input")
          ->required(!accumulates);
      app.add_flag("--each", each_, "reduce the files one by one");
    }
    app.add_flag("--json", json_, "print one object for each result");
    app.add_flag("--time", time_, "tell how fast it was, against what this machine's memory can give");
    input_.declare_options(app);
  }

  outcome run() override {
    require_one_standard_input(files_);
    require_sense();
    const std::vector<reduced> all = reduce_all();
    const double bandwidth = time_ ? input_bandwidth(choice_.where(), choice_.threads()) : 0;
    outcome done;
    for (const reduced& each : all) {
      done.output += json_ ? json_line(object_of(each, bandwidth)) : line_of(each);
      if (time_ && !json_) done.remarks += speed_line(each, speed_of(each, bandwidth));
    }
    done.then = all.front().keep;  // sums are kept of one result at most
    return done;
  }

 private:
  static constexpr int maximum_files = 1 << 24;

  bool pairs() const { return inputs_of(operation_) == 2; }

  void require_sense() const {
    if (files_.empty() && !kept_.given()) {
      throw CLI::ValidationError("FILE", fmt::format("found 0, expected {}, or sums that are kept", pairs() ? 2 : 1));
    }
    if (files_.empty()) input_.require_none();
    const char* const against = each_ ? "--each" : time_ ? "--time" : choice_.fast() ? "--fast" : nullptr;
    if (kept_.given() && against != nullptr) {
      throw CLI::ValidationError(against, fmt::format("found beside {}, expected one of the two: what is kept are the "
                                                      "exact sums of one result",
                                                      kept_.option()));
    }
  }

  std::vector<reduced> reduce_all() const {
    const passes repeat = time_ ? passes::several : passes::one;
    if (files_.empty()) return {reduce_accumulated(operation_, choice_, kept_)};
    if (pairs()) return {reduce_pair(operation_, files_, input_, choice_, kept_, repeat)};
    if (!each_) return {reduce_as_one(operation_, files_, input_, choice_, kept_, repeat)};
    std::vector<reduced> all;
    for (const std::string& file : files_) {
      all.push_back(reduce_as_one(operation_, {file}, input_, choice_, kept_, repeat));
    }
    return all;
  }

  std::string line_of(const reduced& done) const {
    const std::string value = value_text(done.value);
    return each_ ? fmt::format("{}: {}\n", on_one_line(done.files.front()), value) : value + "\n";
  }

  json object_of(const reduced& done, double bandwidth) const {
    json object = to_json(done);
    if (time_) add_speed(object, speed_of(done, bandwidth));
    return object;
  }

  op operation_;
  std::vector<std::string> files_;
  input_choice input_;
  reduction_choice choice_;
  accumulator_choice kept_;
  bool each_ = false;
  bool json_ = false;
  bool time_ = false;
};

#define WARPFOLD_OP(name, inputs, summary) \
  const registration register_##name(std::make_unique<reduce_command>(op::name));
#include "warpfold/reduce/ops.def"

}  // namespace
}  // namespace warpfold::tools
