// The choice between the two machines that run kernels.
#pragma once

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace warpfold::tools {

class machine_choice {
 public:
  // Adds --on gpu|simt|auto and --gpu PRESET.
  void declare_options(CLI::App& app);

  // Whether the GPU is meant: asked for, or there, where the user left it open. Throws CLI::ValidationError where it is
  // asked for, and the SIMT machine's preset, too.
  bool gpu() const;
  // The preset of the SIMT machine.
  std::string preset() const { return preset_.empty() ? "h200" : preset_; }

 private:
  std::string word_ = "auto";
  std::string preset_;
};

}  // namespace warpfold::tools
