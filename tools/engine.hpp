// The choice of the engine that computes a reduction.
#pragma once

#include <string>

#include "warpfold/reduce/engine.hpp"

namespace CLI {
class App;
}

namespace warpfold::tools {

// What the engine was built for, such as the SIMD instruction sets of the CPU; empty where it computes no reductions
// in this build.
std::string built_for(engine who);

// The choice of `--on`.
class engine_choice {
 public:
  void declare_options(CLI::App& app);
  // The engine to use: the CPU unless told otherwise, as it is the nearest to what is in files. Throws warpfold::error
  // where the one asked for cannot compute on this machine.
  engine resolve() const;

 private:
  std::string word_ = "auto";
};

}  // namespace warpfold::tools
