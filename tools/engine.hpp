// The engines that can compute a reduction, and which of them this build has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace warpfold::tools {

enum class engine : std::uint8_t { cpu, gpu, simt };

std::string_view name_of(engine where);

// What the engine was built for, such as the SIMD instruction sets of the CPU; empty where it computes no reductions
// in this build.
std::string built_for(engine where);

// The choice of `--on`.
class engine_choice {
 public:
  void declare_options(CLI::App& app);
  // The engine to use. Throws warpfold::error where the one asked for computes no reductions in this build.
  engine resolve() const;

 private:
  std::string word_ = "auto";
};

}  // namespace warpfold::tools
