// `warpfold devices`: what the words of CUDA mean on this machine, and on the machines that can be simulated.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "ladder/stopwatch.hpp"
#include "tools/command.hpp"
#include "tools/json.hpp"
#include "tools/units.hpp"
#include "warpfold/device/machine.hpp"
#include "warpfold/device/simt_machine.hpp"

namespace warpfold::tools {
namespace {

struct described {
  std::string heading;  // "h200", or the GPU's name
  devices::properties about;
  bool gpu = false;
  double read_bytes_per_second = 0;  // measured; 0: not
};

std::string number_or_dash(double value) {
  return value > 0 ? fmt::format("{:.0f}", value) : "-";
}
std::string bytes_or_dash(double value) {
  return value > 0 ? bytes_text(value) : "-";
}

struct property {
  std::string_view word;
  std::string_view meaning;
  std::function<std::string(const described&)> value;
};

const std::vector<property>& all_properties() {
  static const std::vector<property> all{
      {"compute capability", "which instructions there are",
       [](const described& d) {
         return fmt::format("{}.{}", d.about.compute_capability / 10, d.about.compute_capability % 10);
       }},
      {"SMs", "streaming multiprocessors: each runs several blocks",
       [](const described& d) { return number_or_dash(d.about.sms); }},
      {"SPs per SM", "streaming processors, \"CUDA cores\": each runs one lane's instruction",
       [](const described& d) { return number_or_dash(devices::processors_per_sm(d.about.compute_capability)); }},
      {"warp size", "threads that run together", [](const described& d) { return number_or_dash(d.about.warp_size); }},
      {"threads per block", "at most",
       [](const described& d) { return number_or_dash(d.about.max_threads_per_block); }},
      {"threads per SM", "at most", [](const described& d) { return number_or_dash(d.about.max_threads_per_sm); }},
      {"blocks per SM", "at most", [](const described& d) { return number_or_dash(d.about.max_blocks_per_sm); }},
      {"blocks per cluster", "that any kernel may use; 1: no clusters",
       [](const described& d) { return number_or_dash(d.about.max_cluster_blocks); }},
      {"registers per SM", "of 32 bits", [](const described& d) { return number_or_dash(d.about.registers_per_sm); }},
      {"shared memory per SM", "",
       [](const described& d) { return bytes_or_dash(static_cast<double>(d.about.shared_bytes_per_sm)); }},
      {"shared memory per block", "at most, if the kernel asks for it",
       [](const described& d) { return bytes_or_dash(static_cast<double>(d.about.shared_bytes_per_block_opt_in)); }},
      {"L2 cache", "", [](const described& d) { return bytes_or_dash(static_cast<double>(d.about.l2_bytes)); }},
      {"memory", "", [](const described& d) { return bytes_or_dash(static_cast<double>(d.about.memory_bytes)); }},
      {"memory bandwidth", "in theory, a second",
       [](const described& d) { return bytes_or_dash(d.about.memory_bytes_per_second); }},
      {"read bandwidth", "measured, a second",
       [](const described& d) { return bytes_or_dash(d.read_bytes_per_second); }},
      {"clock", "MHz", [](const described& d) { return number_or_dash(d.about.clock_khz * 1e-3); }},
      {"driver", "", [](const described& d) { return d.gpu ? d.about.driver : "-"; }},
  };
  return all;
}

double measured_bandwidth(devices::machine& gpu) {
  const auto stream = gpu.make_stream();
  return ladder::stopwatch(gpu, *stream).read_bandwidth();
}

std::vector<described> all_devices() {
  std::vector<described> all;
  for (int index = 0; index < devices::gpu_count(); ++index) {
    const auto gpu = devices::open_gpu(index);
    all.push_back({gpu->about().name, gpu->about(), true, measured_bandwidth(*gpu)});
  }
  for (const simt::gpu& preset : simt::gpus()) {
    all.push_back({std::string(preset.name), devices::properties_of(preset), false, 0});
  }
  return all;
}

class devices_command : public command {
 public:
  std::string name() const override { return "devices"; }
  std::string summary() const override { return "show the GPUs of this machine, and those that can be simulated"; }
  section listed_under() const override { return section::laboratory; }
  std::string examples() const override {
    return "$ warpfold devices\n"
           "...\n"
           "SMs ...\n"
           "...\n";
  }

  void declare_options(CLI::App& app) override { app.add_flag("--json", json_, "print one object for each device"); }

  outcome run() override {
    const std::vector<described> all = all_devices();
    return {json_ ? objects(all) : table(all), {}, 0};
  }

 private:
  static std::string table(const std::vector<described>& all) {
    const bool any_gpu = std::any_of(all.begin(), all.end(), [](const described& d) { return d.gpu; });
    std::string text = any_gpu ? "" : "No GPU here, or no driver. The SIMT machine can be each of these:\n";
    std::vector<std::size_t> widths;
    for (const described& each : all) widths.push_back(std::max<std::size_t>(8, each.heading.size()));
    text += fmt::format("{:<24}", "");
    for (std::size_t i = 0; i < all.size(); ++i) text += fmt::format("  {:>{}}", all[i].heading, widths[i]);
    text += '\n';
    for (const property& row : all_properties()) {
      text += fmt::format("{:<24}", row.word);
      for (std::size_t i = 0; i < all.size(); ++i) text += fmt::format("  {:>{}}", row.value(all[i]), widths[i]);
      text += row.meaning.empty() ? "\n" : fmt::format("  {}\n", row.meaning);
    }
    return text;
  }

  static std::string objects(const std::vector<described>& all) {
    std::string lines;
    for (const described& each : all) {
      const devices::properties& about = each.about;
      lines += json_line({{"name", each.heading},
                          {"on", each.gpu ? "gpu" : "simt"},
                          {"compute_capability", about.compute_capability},
                          {"sms", about.sms},
                          {"processors_per_sm", devices::processors_per_sm(about.compute_capability)},
                          {"warp_size", about.warp_size},
                          {"threads_per_block", about.max_threads_per_block},
                          {"threads_per_sm", about.max_threads_per_sm},
                          {"blocks_per_sm", about.max_blocks_per_sm},
                          {"blocks_per_cluster", about.max_cluster_blocks},
                          {"registers_per_sm", about.registers_per_sm},
                          {"shared_bytes_per_sm", about.shared_bytes_per_sm},
                          {"shared_bytes_per_block", about.shared_bytes_per_block_opt_in},
                          {"l2_bytes", about.l2_bytes},
                          {"memory_bytes", about.memory_bytes},
                          {"memory_bytes_per_second", about.memory_bytes_per_second},
                          {"read_bytes_per_second", each.read_bytes_per_second},
                          {"clock_khz", about.clock_khz},
                          {"driver", about.driver}});
    }
    return lines;
  }

  bool json_ = false;
};

const registration register_devices(std::make_unique<devices_command>());

}  // namespace
}  // namespace warpfold::tools
