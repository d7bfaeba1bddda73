#include "tools/laboratory/ladder_on_simt.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "tools/laboratory/ladder_run.hpp"
#include "warpfold/device/simt_machine.hpp"
#include "warpfold/simt/watch/counters.hpp"

namespace warpfold::tools {
namespace {

constexpr std::uint64_t simulated_n = std::uint64_t{1} << 20;

// What the launches of a rung cost together. Launches follow one another, so their spans add up.
struct cost {
  simt::counters counts;
  std::uint64_t span = 0;             // instructions of the longest warps: time, had every thread a processor
  std::uint64_t processors_time = 0;  // threads times span
};

class counted_ladder : public ladder_run<cost> {
 public:
  counted_ladder(const ladder_choice& choice, devices::simt_machine& machine)
      : ladder_run(choice, simulated_n, machine, "simt"), machine_(machine) {}

 private:
  cost measure(const ladder::workbench::prepared& sum) override {
    simt::counting_observer observer;
    machine_.inner().attach(observer);
    cost all;
    for (const auto& each : sum) {
      bench().run({each});
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
    return static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(1, bench().size()));
  }

  std::string body() const override {
    std::string text = fmt::format(
        "\n\n{:<11} {:<42} {:>4} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7} {:>10}\n", "rung", "", "regs",
        "blocks/SM", "lanes", "divergent", "conflicts", "barriers", "sectors", "instr/elt", "work", "span", "cost P*T");
    for (const row& each : rows()) text += each.measured ? counted_line(each) : remark_line(each);
    return text +
           "\nlanes: active in an average instruction; divergent: branches that split a warp; conflicts: wavefronts\n"
           "of shared memory due to bank conflicts; sectors: of 32 bytes, read and written; work: instructions of\n"
           "all threads; span: instructions of the longest warp; cost: threads times span.\n";
  }

  std::string counted_line(const row& each) const {
    const simt::counters& counts = each.measured->counts;
    return fmt::format(
        "{:<11} {:<42} {:>4} {:>4} {:3.0f}% {:>6.2f} {:>9} {:>9} {:>9} {:>9} {:>9.2f} {:>10} {:>7} {:>10}\n",
        each.label, each.title, each.needs->registers, each.needs->blocks_per_sm, 100 * each.needs->share,
        counts.active_lanes(), counts.divergent_branches, conflicts(counts), counts.barriers, sectors(counts),
        per_element(counts.thread_instructions), counts.thread_instructions, each.measured->span,
        each.measured->processors_time);
  }

  void describe(json& object, const row& of) const override {
    if (!of.measured) return;
    const simt::counters& counts = of.measured->counts;
    object["work"] = counts.thread_instructions;
    object["span"] = of.measured->span;
    object["cost"] = of.measured->processors_time;
    object["active_lanes"] = counts.active_lanes();
    object["instructions_per_element"] = per_element(counts.thread_instructions);
    for (const simt::counter_row& counter : simt::all_counters()) {
      object["counters"][std::string(counter.name)] = counts.*counter.value;
    }
  }

  devices::simt_machine& machine_;
};

}  // namespace

outcome ladder_on_simt(const ladder_choice& choice) {
  devices::simt_machine machine({.gpu = choice.preset});
  return counted_ladder(choice, machine).report();
}

}  // namespace warpfold::tools
