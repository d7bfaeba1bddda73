// `warpfold memory`: the ways by which an array gets to the device, as an experiment.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/command.hpp"
#include "tools/json.hpp"
#include "tools/laboratory/machine_choice.hpp"
#include "tools/laboratory/memory_experiment.hpp"
#include "tools/units.hpp"
#include "tools/whole_number.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::tools {
namespace {

class memory_command : public command {
 public:
  std::string name() const override { return "memory"; }
  std::string summary() const override { return "sum an array that gets to the device in different ways"; }
  section listed_under() const override { return section::laboratory; }
  std::string examples() const override {
    return "$ warpfold memory --on simt --n 100000\n"
           "SIMT machine as h200: 100000 int32 (400 kB), from the host's memory to their sum there\n"
           "...\n"
           "managed ...\n"
           "...\n";
  }

  void declare_options(CLI::App& app) override {
    // A gibibyte of managed memory at most: what does not fit is moved back and forth, which is another lesson.
    add_whole_number<std::uint64_t>(
        app, "--n", n_, 1, "N", "how many int32 elements, 2^20 on the SIMT machine by default, 2^28 on a GPU", most);
    app.add_flag("--json", json_, "print one object for each way");
    machine_.declare_options(app);
  }

  outcome run() override {
    const bool gpu = machine_.gpu();
    const std::unique_ptr<devices::machine> machine =
        gpu ? devices::open_gpu()
            : std::make_unique<devices::simt_machine>(simt::machine_settings{.gpu = machine_.preset()});
    const std::uint64_t n = n_.value_or(gpu ? most : std::uint64_t{1} << 20);
    const std::vector<memory_result> results = memory_experiment(*machine, n);
    return {json_ ? objects(results, *machine, n) : table(results, *machine, n), {}, 0};
  }

 private:
  static constexpr std::uint64_t most = std::uint64_t{1} << 28;

  static std::string table(const std::vector<memory_result>& results, const devices::machine& machine,
                           std::uint64_t n) {
    std::string text = fmt::format("{}: {} int32 ({}), from the host's memory to their sum there\n\n",
                                   machine.about().name, n, bytes_text(4.0 * static_cast<double>(n)));
    text += fmt::format("{:<26} {:>9} {:>8} {:>10}\n", "", "time", "faults", "moved");
    for (const memory_result& each : results) {
      text += fmt::format("{:<26} {:>9} {:>8} {:>10}  {}\n", each.way, seconds_text(each.seconds),
                          each.faults ? std::to_string(*each.faults) : "-",
                          each.bytes_moved ? bytes_text(static_cast<double>(*each.bytes_moved)) : "-", each.meaning);
    }
    return text;
  }

  static std::string objects(const std::vector<memory_result>& results, const devices::machine& machine,
                             std::uint64_t n) {
    std::string lines;
    for (const memory_result& each : results) {
      json object{{"way", each.way}, {"machine", machine.about().name}, {"n", n}, {"seconds", each.seconds}};
      if (each.faults) object["faults"] = *each.faults;
      if (each.bytes_moved) object["bytes_moved"] = *each.bytes_moved;
      lines += json_line(object);
    }
    return lines;
  }

  std::optional<std::uint64_t> n_;
  bool json_ = false;
  machine_choice machine_;
};

const registration register_memory(std::make_unique<memory_command>());

}  // namespace
}  // namespace warpfold::tools
