#include "tools/ladder_on_simt.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ladder/measurement.hpp"
#include "tools/json.hpp"
#include "tools/ladder_input.hpp"
#include "tools/units.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/simt/watch/counters.hpp"

namespace warpfold::tools {
namespace {

constexpr std::uint64_t default_n = std::uint64_t{1} << 20;

// What the launches of a rung cost together. Launches follow one another, so their spans add up.
struct cost {
  simt::counters counts;
  std::uint64_t span = 0;             // instructions of the longest warps: time, had every thread a processor
  std::uint64_t processors_time = 0;  // threads times span
};

struct row {
  std::string label;
  std::string title;
  bool wrong = false;
  std::string remark;  // why nothing was counted
  std::optional<ladder::occupancy> needs;
  std::size_t launches = 0;
  std::optional<cost> counted;
};

class run {
 public:
  explicit run(const ladder_choice& choice)
      : choice_(choice),
        input_(choice, default_n),
        exact_(input_.exact_sum()),
        machine_({.gpu = choice.preset}),
        kernels_(machine_),
        bench_(kernels_, input_.view()) {}

  outcome report() {
    for (const ladder::rung& each : ladder::rungs()) {
      if (choice_.rungs.holds(each.number)) rows_.push_back(measured(each));
    }
    outcome done{choice_.json ? objects() : table(), {}, 0};
    for (const row& each : rows_) done.status |= each.wrong ? 1 : 0;
    return done;
  }

 private:
  row measured(const ladder::rung& how) {
    row found{how.label(), std::string(how.title), false, {}, {}, 0, {}};
    try {
      const auto sum = bench_.prepare(how, bench_.size(), choice_.block);
      found.needs = ladder::occupancy_of(sum, machine_.about());
      found.launches = sum.size();
      const double tolerance = input_.tolerance(ladder::additions_in_sequence(sum, bench_.size()));
      const scalar value = bench_.sum(sum);
      found.wrong = !agree(value, exact_, tolerance);
      if (found.wrong) {
        found.remark = fmt::format("wrong: {}, expected {}", to_string(value), to_string(exact_));
      } else {
        found.counted = count(sum);
      }
    } catch (const ladder::refusal& reason) {
      found.remark = reason.what();
    }
    return found;
  }

  cost count(const ladder::workbench::prepared& sum) {
    simt::counting_observer observer;
    machine_.inner().attach(observer);
    cost all;
    for (const auto& each : sum) {
      bench_.run({each});
      all.counts += observer.total();
      all.span += observer.longest_warp();
      all.processors_time += each.shape.grid.volume() * each.shape.block.volume() * observer.longest_warp();
    }
    machine_.inner().detach(observer);
    return all;
  }

  static std::uint64_t conflicts(const simt::counters& c) { return c.shared_load_conflicts + c.shared_store_conflicts; }
  static std::uint64_t sectors(const simt::counters& c) { return c.global_load_sectors + c.global_store_sectors; }

  double per_element(std::uint64_t count) const {
    return static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, bench_.size()));
  }

  std::string table() const {
    std::string text = fmt::format("{}: {}, n = {} ({}), block {}; every sum checked\n\n", machine_.about().name,
                                   name_of(bench_.type()), bench_.size(),
                                   bytes_text(static_cast<double>(input_.view().bytes())), choice_.block);
    text += fmt::format("{:<11} {:<42} {:>4} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7} {:>10}\n", "rung",
                        "", "regs", "blocks/SM", "lanes", "divergent", "conflicts", "barriers", "sectors", "instr/elt",
                        "work", "span", "cost P*T");
    for (const row& each : rows_) text += each.counted ? counted_line(each) : remark_line(each);
    return text +
           "\nlanes: active in an average instruction; divergent: branches that split a warp; conflicts: wavefronts\n"
           "of shared memory due to bank conflicts; sectors: of 32 bytes, read and written; work: instructions of\n"
           "all threads; span: instructions of the longest warp; cost: threads times span.\n";
  }

  std::string counted_line(const row& each) const {
    const simt::counters& counts = each.counted->counts;
    return fmt::format(
        "{:<11} {:<42} {:>4} {:>4} {:3.0f}% {:>6.2f} {:>9} {:>9} {:>9} {:>9} {:>9.2f} {:>10} {:>7} {:>10}\n",
        each.label, each.title, each.needs->registers, each.needs->blocks_per_sm, 100 * each.needs->share,
        counts.active_lanes(), counts.divergent_branches, conflicts(counts), counts.barriers, sectors(counts),
        per_element(counts.thread_instructions), counts.thread_instructions, each.counted->span,
        each.counted->processors_time);
  }

  static std::string remark_line(const row& each) {
    return fmt::format("{:<11} {:<42} {}\n", each.label, each.title, each.remark);
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
                {"on", "simt"},
                {"dtype", name_of(bench_.type())},
                {"n", bench_.size()},
                {"block", choice_.block},
                {"right", each.counted.has_value()}};
    if (!each.remark.empty()) object["remark"] = each.remark;
    if (each.needs) {
      object["registers"] = each.needs->registers;
      object["shared_bytes"] = each.needs->shared_bytes;
      object["blocks_per_sm"] = each.needs->blocks_per_sm;
      object["occupancy"] = each.needs->share;
      object["launches"] = each.launches;
    }
    if (each.counted) {
      object["work"] = each.counted->counts.thread_instructions;
      object["span"] = each.counted->span;
      object["cost"] = each.counted->processors_time;
      object["active_lanes"] = each.counted->counts.active_lanes();
      object["instructions_per_element"] = per_element(each.counted->counts.thread_instructions);
      for (const simt::counter_row& counter : simt::all_counters()) {
        object["counters"][std::string(counter.name)] = each.counted->counts.*counter.value;
      }
    }
    return object;
  }

  const ladder_choice& choice_;
  ladder_input input_;
  scalar exact_;
  devices::simt_machine machine_;
  ladder::kernel_library kernels_;
  ladder::workbench bench_;
  std::vector<row> rows_;
};

}  // namespace

outcome ladder_on_simt(const ladder_choice& choice) {
  return run(choice).report();
}

}  // namespace warpfold::tools
