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

  // Whether the GPU is meant: asked for, or there, where the user left it open.
  bool gpu() const;
  // The preset of the SIMT machine.
  const std::string& preset() const { return preset_; }

 private:
  std::string word_ = "auto";
  std::string preset_ = "h200";
};

}  // namespace warpfold::tools
