#include "tools/ladder_on_gpu.hpp"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ladder/cub_peer.hpp"
#include "ladder/measurement.hpp"
#include "tools/json.hpp"
#include "tools/ladder_input.hpp"
#include "tools/units.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

constexpr std::uint64_t default_n = std::uint64_t{1} << 22;

// One line of the table. Without times: the rung was refused, or it was wrong.
struct row {
  std::string label;
  std::string title;
  bool main = false;  // not a variant: the next step's speedup is told from here
  bool wrong = false;
  std::string remark;  // why there are no times
  std::optional<ladder::occupancy> needs;
  std::size_t launches = 0;
  std::optional<ladder::times> took;
};

class run {
 public:
  explicit run(const ladder_choice& choice)
      : choice_(choice),
        input_(choice, default_n),
        exact_(input_.exact_sum()),
        gpu_(devices::open_gpu()),
        kernels_(*gpu_),
        bench_(kernels_, input_.view()),
        watch_(*gpu_, bench_.stream()) {}

  outcome report() {
    measure();
    read_bandwidth_ = watch_.read_bandwidth();
    outcome done{choice_.json ? objects() : table(), {}, 0};
    for (const row& each : rows_) done.status |= each.wrong ? 1 : 0;
    return done;
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(input_.view().bytes()); }

  void measure() {
    for (const ladder::rung& each : ladder::rungs()) {
      if (choice_.rungs.holds(each.number)) rows_.push_back(measured(each));
    }
    constexpr int cub_number = 16;
    if (auto cub = ladder::cub_peer::find(); cub && choice_.rungs.holds(cub_number)) rows_.push_back(measured(*cub));
  }

  row measured(const ladder::rung& how) {
    row found{how.label(), std::string(how.title), how.form.empty(), false, {}, {}, 0, {}};
    try {
      const auto sum = bench_.prepare(how, bench_.size(), choice_.block);
      found.needs = ladder::occupancy_of(sum, gpu_->about());
      found.launches = sum.size();
      check(found, bench_.sum(sum), input_.tolerance(ladder::additions_in_sequence(sum, bench_.size())));
      if (!found.wrong) found.took = ladder::time(bench_, watch_, sum, bench_.size());
    } catch (const ladder::refusal& reason) {
      found.remark = reason.what();
    }
    return found;
  }

  row measured(ladder::cub_peer& cub) {
    row found{"16", "CUB", true, false, {}, {}, 0, {}};
    cub.prepare(bench_, bench_.size());
    cub.run();
    check(found, cub.result(), input_.tolerance(bench_.size()));
    if (!found.wrong)
      found.took = ladder::time(
          watch_, [&] { cub.run(); }, bytes());
    return found;
  }

  void check(row& found, const scalar& sum, double tolerance) const {
    found.wrong = !agree(sum, exact_, tolerance);
    if (found.wrong) found.remark = fmt::format("wrong: {}, expected {}", to_string(sum), to_string(exact_));
  }

  double bandwidth_of(const row& each) const { return static_cast<double>(bytes()) / each.took->cold; }

  std::string table() const {
    const devices::properties& gpu = gpu_->about();
    std::string text = fmt::format(
        "{}: {}, n = {} ({}), block {}; every sum checked. Read at most at {}/s\n\n", gpu.name, name_of(bench_.type()),
        bench_.size(), bytes_text(static_cast<double>(bytes())), choice_.block, bytes_text(read_bandwidth_));
    text += fmt::format("{:<11} {:<42} {:>4} {:>9} {:>8} {:>9} {:>7} {:>7} {:>6} {:>7} {:>9}\n", "rung", "", "regs",
                        "blocks/SM", "launches", "cold", "GB/s", "of read", "step", "total", "warm");
    const row* first = nullptr;
    const row* previous = nullptr;
    for (const row& each : rows_) {
      text += each.took ? timed_line(each, first, previous) : remark_line(each);
      if (!each.took || !each.main) continue;
      if (first == nullptr) first = &each;
      previous = &each;
    }
    return text;
  }

  std::string timed_line(const row& each, const row* first, const row* previous) const {
    const auto speedup = [&](const row* from) {
      return from == nullptr ? std::string("1.00") : fmt::format("{:.2f}", from->took->cold / each.took->cold);
    };
    const double rate = bandwidth_of(each);
    return fmt::format("{:<11} {:<42} {:>4} {:>9} {:>8} {:>9} {:>7.1f} {:>6.1f}% {:>6} {:>7} {:>9}\n", each.label,
                       each.title, each.needs ? std::to_string(each.needs->registers) : "",
                       each.needs ? fmt::format("{} {:3.0f}%", each.needs->blocks_per_sm, 100 * each.needs->share) : "",
                       each.launches > 0 ? std::to_string(each.launches) : "", seconds_text(each.took->cold),
                       rate * 1e-9, 100 * rate / read_bandwidth_, speedup(previous), speedup(first),
                       seconds_text(each.took->warm));
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
                {"machine", gpu_->about().name},
                {"on", "gpu"},
                {"dtype", name_of(bench_.type())},
                {"n", bench_.size()},
                {"block", choice_.block},
                {"right", !each.wrong && each.took.has_value()},
                {"read_gigabytes_per_second", read_bandwidth_ * 1e-9}};
    if (!each.remark.empty()) object["remark"] = each.remark;
    if (each.needs) {
      object["registers"] = each.needs->registers;
      object["shared_bytes"] = each.needs->shared_bytes;
      object["blocks_per_sm"] = each.needs->blocks_per_sm;
      object["occupancy"] = each.needs->share;
      object["launches"] = each.launches;
    }
    if (each.took) {
      object["cold_seconds"] = each.took->cold;
      object["warm_seconds"] = each.took->warm;
      object["gigabytes_per_second"] = bandwidth_of(each) * 1e-9;
    }
    return object;
  }

  const ladder_choice& choice_;
  ladder_input input_;
  scalar exact_;
  std::unique_ptr<devices::machine> gpu_;
  ladder::kernel_library kernels_;
  ladder::workbench bench_;
  ladder::stopwatch watch_;
  std::vector<row> rows_;
  double read_bandwidth_ = 0;
};

}  // namespace

outcome ladder_on_gpu(const ladder_choice& choice) {
  return run(choice).report();
}

}  // namespace warpfold::tools
