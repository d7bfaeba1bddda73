// The ladder on one machine: every rung is prepared, checked and then measured; what a measurement is, the machine
// says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ladder/measurement.hpp"
#include "tools/command.hpp"
#include "tools/json.hpp"
#include "tools/laboratory/ladder_choice.hpp"
#include "tools/laboratory/ladder_input.hpp"
#include "tools/units.hpp"

namespace warpfold::tools {

template <class Measurement>
class ladder_run {
 public:
  virtual ~ladder_run() = default;

  // A table, or with --json one object for each rung. Status 1 where a rung gave a wrong sum. Throws CLI::ParseError
  // where there is none of the rungs that were asked for.
  outcome report() {
    for (const ladder::rung& each : ladder::rungs()) {
      if (choice_.rungs.holds(each.number)) rows_.push_back(tried(each));
    }
    measure_peers();
    require_some();
    outcome done{choice_.json ? objects() : table(), {}, 0};
    for (const row& each : rows_) done.status |= each.wrong ? 1 : 0;
    return done;
  }

 protected:
  // One line of the table.
  struct row {
    std::string label;
    std::string title;
    bool main = false;  // not a variant: the next step's speedup is told from here
    bool wrong = false;
    std::string remark;  // why there is no measurement
    std::optional<ladder::occupancy> needs;
    std::size_t launches = 0;
    std::optional<Measurement> measured;  // absent: the rung was refused, or it was wrong
  };

  // The machine must outlive the run. `on` is its name in --json.
  ladder_run(const ladder_choice& choice, std::uint64_t default_n, devices::machine& machine, std::string_view on)
      : choice_(choice),
        machine_(machine),
        on_(on),
        input_(choice, default_n),
        exact_(input_.exact_sum()),
        kernels_(machine),
        bench_(kernels_, input_.view()) {}

  virtual Measurement measure(const ladder::workbench::prepared& sum) = 0;
  virtual void measure_peers() {}
  // Below the title: the columns' names, a line for each row, and remarks.
  virtual std::string body() const = 0;
  virtual void describe(json& object, const row& of) const = 0;

  // Says in the row whether the sum is right.
  void check(row& found, const scalar& sum, double tolerance) const {
    found.wrong = !agree(sum, exact_, tolerance);
    if (found.wrong) found.remark = fmt::format("wrong: {}, expected {}", to_string(sum), to_string(exact_));
  }

  double tolerance(std::uint64_t additions) const { return input_.tolerance(additions); }
  std::size_t bytes() const { return static_cast<std::size_t>(input_.view().bytes()); }
  ladder::workbench& bench() { return bench_; }
  const ladder::workbench& bench() const { return bench_; }
  const std::vector<row>& rows() const { return rows_; }
  void add(row found) { rows_.push_back(std::move(found)); }
  bool asks_for(int rung) const { return choice_.rungs.holds(rung); }

  static std::string remark_line(const row& each) {
    return fmt::format("{:<11} {:<42} {}\n", each.label, each.title, each.remark);
  }

 private:
  void require_some() const {
    if (!rows_.empty()) return;
    throw CLI::ValidationError("--rung", fmt::format("found {}, expected rungs from 1 to {}", choice_.rungs.name(),
                                                     ladder::rungs().back().number));
  }

  row tried(const ladder::rung& how) {
    row found{how.label(), std::string(how.title), how.form.empty(), false, {}, {}, 0, {}};
    try {
      const auto sum = bench_.prepare(how, bench_.size(), choice_.block);
      found.needs = ladder::occupancy_of(sum, machine_.about());
      found.launches = sum.size();
      check(found, bench_.sum(sum), tolerance(ladder::additions_in_sequence(sum, bench_.size())));
      if (!found.wrong) found.measured = measure(sum);
    } catch (const ladder::refusal& reason) {
      found.remark = reason.what();
    }
    return found;
  }

  std::string table() const {
    return fmt::format("{}: {}, n = {} ({}), block {}; every sum checked", machine_.about().name,
                       name_of(bench_.type()), bench_.size(), bytes_text(static_cast<double>(bytes())), choice_.block) +
           body();
  }

  std::string objects() const {
    std::string lines;
    for (const row& each : rows_) lines += json_line(object_of(each));
    return lines;
  }

  json object_of(const row& each) const {
    json object{{"rung", each.label},
                {"title", each.title},
                {"machine", machine_.about().name},
                {"on", on_},
                {"dtype", name_of(bench_.type())},
                {"n", bench_.size()},
                {"block", choice_.block},
                {"right", each.measured.has_value()}};
    if (!each.remark.empty()) object["remark"] = each.remark;
    if (each.needs) {
      object["registers"] = each.needs->registers;
      object["shared_bytes"] = each.needs->shared_bytes;
      object["blocks_per_sm"] = each.needs->blocks_per_sm;
      object["occupancy"] = each.needs->share;
      object["launches"] = each.launches;
    }
    describe(object, each);
    return object;
  }

  const ladder_choice& choice_;
  devices::machine& machine_;
  std::string_view on_;
  ladder_input input_;
  scalar exact_;
  ladder::kernel_library kernels_;
  ladder::workbench bench_;
  std::vector<row> rows_;
};

}  // namespace warpfold::tools
