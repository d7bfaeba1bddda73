#include "tools/laboratory/machine_choice.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "warpfold/device/machine.hpp"
#include "warpfold/simt/model/gpu.hpp"

namespace warpfold::tools {

void machine_choice::declare_options(CLI::App& app) {
  std::vector<std::string> presets;
  for (const simt::gpu& preset : simt::gpus()) presets.emplace_back(preset.name);
  app.add_option("--on", word_, "the machine, auto by default, which is the GPU if there is one and --gpu is not given")
      ->type_name("MACHINE")
      ->check(one_of({"gpu", "simt", "auto"}));
  app.add_option("--gpu", preset_, "the GPU that the SIMT machine is, h200 by default")
      ->type_name("GPU")
      ->check(one_of(presets));
}

bool machine_choice::gpu() const {
  if (word_ == "gpu" && !preset_.empty()) {
    throw CLI::ValidationError("--gpu", fmt::format("found '{}' beside --on gpu, expected --on simt", preset_));
  }
  return word_ == "gpu" || (word_ == "auto" && preset_.empty() && devices::gpu_count() > 0);
}

}  // namespace warpfold::tools
