#include "tools/laboratory/ladder_on_gpu.hpp"

#include <string>

#include <fmt/format.h>

#include "ladder/cub_peer.hpp"
#include "tools/laboratory/ladder_run.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

constexpr std::uint64_t timed_n = std::uint64_t{1} << 22;

class timed_ladder : public ladder_run<ladder::times> {
 public:
  timed_ladder(const ladder_choice& choice, devices::machine& gpu)
      : ladder_run(choice, timed_n, gpu, "gpu"), watch_(gpu, bench().stream()) {}

 private:
  ladder::times measure(const ladder::workbench::prepared& sum) override {
    return ladder::time(bench(), watch_, sum, bench().size());
  }

  void measure_peers() override {
    constexpr int cub_number = 16;
    if (auto cub = ladder::cub_peer::find(); cub && asks_for(cub_number)) add(tried(*cub));
    read_bandwidth_ = watch_.read_bandwidth();
  }

  row tried(ladder::cub_peer& cub) {
    row found{"16", "CUB", true, false, {}, {}, 0, {}};
    cub.prepare(bench(), bench().size());
    cub.run();
    check(found, cub.result(), tolerance(bench().size()));
    if (!found.wrong)
      found.measured = ladder::time(
          watch_, [&] { cub.run(); }, bytes());
    return found;
  }

  double bandwidth_of(const row& each) const { return static_cast<double>(bytes()) / each.measured->cold; }

  std::string body() const override {
    std::string text = fmt::format(". Read at most at {}/s\n\n", bytes_text(read_bandwidth_));
    text += fmt::format("{:<11} {:<42} {:>4} {:>9} {:>8} {:>9} {:>7} {:>7} {:>6} {:>7} {:>9}\n", "rung", "", "regs",
                        "blocks/SM", "launches", "cold", "GB/s", "of read", "step", "total", "warm");
    const row* first = nullptr;
    const row* previous = nullptr;
    for (const row& each : rows()) {
      text += each.measured ? timed_line(each, first, previous) : remark_line(each);
      if (!each.measured || !each.main) continue;
      if (first == nullptr) first = &each;
      previous = &each;
    }
    return text;
  }

  std::string timed_line(const row& each, const row* first, const row* previous) const {
    const auto speedup = [&](const row* from) {
      return from == nullptr ? std::string("1.00") : fmt::format("{:.2f}", from->measured->cold / each.measured->cold);
    };
    const double rate = bandwidth_of(each);
    return fmt::format("{:<11} {:<42} {:>4} {:>9} {:>8} {:>9} {:>7.1f} {:>6.1f}% {:>6} {:>7} {:>9}\n", each.label,
                       each.title, each.needs ? std::to_string(each.needs->registers) : "",
                       each.needs ? fmt::format("{} {:3.0f}%", each.needs->blocks_per_sm, 100 * each.needs->share) : "",
                       each.launches > 0 ? std::to_string(each.launches) : "", seconds_text(each.measured->cold),
                       rate * 1e-9, 100 * rate / read_bandwidth_, speedup(previous), speedup(first),
                       seconds_text(each.measured->warm));
  }

  void describe(json& object, const row& of) const override {
    object["read_gigabytes_per_second"] = read_bandwidth_ * 1e-9;
    if (!of.measured) return;
    object["cold_seconds"] = of.measured->cold;
    object["warm_seconds"] = of.measured->warm;
    object["gigabytes_per_second"] = bandwidth_of(of) * 1e-9;
  }

  ladder::stopwatch watch_;
  double read_bandwidth_ = 0;
};

}  // namespace

outcome ladder_on_gpu(const ladder_choice& choice) {
  const auto gpu = devices::open_gpu();
  return timed_ladder(choice, *gpu).report();
}

}  // namespace warpfold::tools
