// `warpfold run`: a kernel on the SIMT machine, checked and counted.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "tools/command.hpp"
#include "tools/laboratory/kernel_arguments.hpp"
#include "tools/laboratory/kernel_source.hpp"
#include "tools/laboratory/run_report.hpp"
#include "tools/whole_number.hpp"
#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/counters.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::tools {
namespace {

constexpr int status_of_findings = 3;

// "64", "8,8" or "4,4,4".
simt::dimensions dimensions_of(const std::string& option, std::string_view text) {
  simt::dimensions result = {1, 1, 1};
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t axis = 0; axis < result.size(); ++axis) {
    const auto [after, problem] = std::from_chars(next, end, result[axis]);
    if (problem != std::errc{} || result[axis] == 0) break;
    if (after == end) return result;
    if (*after != ',') break;
    next = after + 1;
  }
  throw CLI::ValidationError(
      option, fmt::format("found '{}', expected one to three numbers from 1, separated by commas", text));
}

std::vector<std::string> watch_names() {
  std::vector<std::string> names;
  for (const auto& one : simt::all_watches()) names.emplace_back(one.name);
  return names;
}

// "all", "none", or names separated by commas, each once.
std::vector<std::string> watches_of(const std::string& text) {
  if (text == "none") return {};
  const std::vector<std::string> all = watch_names();
  if (text == "all") return all;
  std::vector<std::string> chosen;
  std::string_view rest = text;
  while (true) {
    const std::string_view name = rest.substr(0, rest.find(','));
    const auto refuse = [&](std::string_view found) {
      throw CLI::ValidationError(
          "--watch", fmt::format("found {}, expected all, none, or some of {}", found, fmt::join(all, ", ")));
    };
    if (std::find(all.begin(), all.end(), name) == all.end()) refuse(fmt::format("'{}'", name));
    if (std::find(chosen.begin(), chosen.end(), name) != chosen.end()) refuse(fmt::format("'{}' twice", name));
    chosen.emplace_back(name);
    if (name.size() == rest.size()) return chosen;
    rest.remove_prefix(name.size() + 1);
  }
}

class run_command : public command {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override { return "run a CUDA kernel on the SIMT machine, checked and counted"; }
  section listed_under() const override { return section::laboratory; }
  std::string examples() const override {
    return R"($ printf '1\n2\n3\n4\n' > x.csv
$ echo 'extern "C" __global__ void twice(const double* x, double* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }' > k.cu
$ warpfold run k.cu --block 4 --arg x.csv --arg out=float64:4
argument 1: float64 (4,): 2 4 6 8
0 findings
...
$ warpfold run k.cu --block 8 --arg x.csv --arg out=float64:4 --watch bounds || echo status $?
argument 1: float64 (4,): 2 4 6 8
bounds: reads 8 bytes of global memory past its end, which is at 32 bytes ...
...
status 3
)";
  }

  void declare_options(CLI::App& app) override {
    app.add_option("FILE", file_, "PTX, or CUDA C++ (.cu), which the CUDA compiler makes PTX of")
        ->required()
        ->check(not_empty(file_name));
    app.add_option("--kernel", kernel_, "its name, demangled or not, or as much of it as tells it from others")
        ->type_name("NAME")
        ->check(not_empty("a name"));
    add_dimensions(app, "--grid", shape_.grid, "blocks of the grid");
    add_dimensions(app, "--block", shape_.block, "threads of a block");
    app.add_option_function<std::string>(
           "--cluster", [this](const std::string& text) { shape_.cluster = dimensions_of("--cluster", text); },
           "blocks of a cluster; else as the kernel declares, or each block alone")
        ->type_name("X[,Y[,Z]]");
    add_whole_number<std::uint32_t>(app, "--shared", shape_.dynamic_shared_bytes, 0, "BYTES",
                                    "dynamic shared memory of a block, 0 by default");
    app.add_flag("--cooperative", shape_.cooperative, "launch so that the whole grid may synchronize");
    app.add_option("--arg", arguments_,
                   "an argument, in order: FILE, out=DTYPE:SHAPE for results, or DTYPE:VALUE for a number")
        ->type_name("ARG")
        ->allow_extra_args(false);
    add_choice<simt::thread_model>(
        app, "--threads", settings_.threads,
        {{"independent", simt::thread_model::independent}, {"lockstep", simt::thread_model::lockstep}}, "MODEL",
        "independent, as since Volta, which is the default, or in lockstep, as before");
    add_whole_number<std::uint64_t>(app, "--seed", settings_.seed, 0, "N",
                                    "choose adversarially among the orders in which threads may run");
    add_whole_number<std::uint64_t>(app, "--limit", settings_.limit, 0, "N",
                                    "stop after so many warp instructions; else never");
    app.add_option_function<std::string>(
           "--watch", [this](const std::string& text) { watches_ = watches_of(text); },
           fmt::format("all, which is the default, none, or some of {}", fmt::join(watch_names(), ", ")))
        ->type_name("NAMES");
    add_gpu(app);
    app.add_flag("--json", json_, "print one object");
  }

  outcome run() override {
    kernel_arguments arguments(arguments_);
    simt::machine machine(settings_);
    machine.load(ptx_of(file_, machine.device().capability), file_);
    std::vector<std::unique_ptr<simt::watch>> watches;
    for (const std::string& name : watches_) watches.push_back(simt::make_watch(name));
    simt::counting_observer counting;
    machine.attach(counting);
    for (const auto& watch : watches) machine.attach(*watch);

    run_report report;
    report.kernel = chosen_kernel(machine);
    report.shape = shape_;
    arguments.place(machine);
    report.outcome = machine.launch(report.kernel, shape_, std::span<const simt::kernel_argument>(arguments.values()));
    for (const output_array& output : arguments.outputs()) {
      report.outputs.emplace_back(output, kernel_arguments::elements(output, machine));
    }
    report.counters = counting.total();
    report.lines = counting.by_line();
    arguments.release(machine);
    for (const auto& watch : watches) {
      watch->program_ends(machine.global());
      report.findings.insert(report.findings.end(), watch->findings().begin(), watch->findings().end());
      machine.detach(*watch);
    }
    machine.detach(counting);
    return told(report);
  }

 private:
  static void add_dimensions(CLI::App& app, const std::string& flag, simt::dimensions& target,
                             const std::string& meaning) {
    app.add_option_function<std::string>(
           flag, [flag, &target](const std::string& text) { target = dimensions_of(flag, text); },
           meaning + ", 1 by default")
        ->type_name("X[,Y[,Z]]");
  }

  void add_gpu(CLI::App& app) {
    choices<std::string> presets;
    for (const simt::gpu& one : simt::gpus()) presets.emplace_back(one.name, one.name);
    add_choice<std::string>(app, "--gpu", settings_.gpu, presets, "GPU", "the GPU to be like, h200 by default");
  }

  // The one that was named, or the only one there is.
  std::string chosen_kernel(simt::machine& machine) const {
    if (!kernel_.empty()) return files::naming(file_, [&] { return machine.kernel(kernel_).kernel->name; });
    const std::vector<std::string> all = machine.kernels();
    if (all.size() == 1) return all.front();
    if (all.empty()) throw error(file_ + ": holds no kernel, expected one");
    throw error(fmt::format("{}: holds {} kernels ({}), expected --kernel to name one", file_, all.size(),
                            fmt::join(all, ", ")));
  }

  outcome told(const run_report& report) const {
    outcome result;
    result.output = json_ ? json_line(to_json(report)) : to_text(report);
    if (!report.outcome.error.empty()) {
      result.remarks = fmt::format("warpfold: {}\n", report.outcome.error);
      result.status = 1;
    }
    if (!report.findings.empty()) result.status = status_of_findings;
    return result;
  }

  std::string file_, kernel_;
  std::vector<std::string> watches_ = watch_names();
  simt::launch_shape shape_;
  simt::machine_settings settings_;
  std::vector<std::string> arguments_;
  bool json_ = false;
};

const registration register_run(std::make_unique<run_command>());

}  // namespace
}  // namespace warpfold::tools
