// How the user wants arrays reduced.
#pragma once

#include <optional>
#include <span>

#include "tools/engine.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace CLI {
class App;
}

namespace warpfold::tools {

// Whether the operator gives its result in another dtype than the usual one if asked to, as the library says.
bool has_choice_of_result(op operation);

class reduction_choice {
 public:
  // Adds the options that make a difference to at least one of `operations`.
  void declare_options(CLI::App& app, std::span<const op> operations);

  // The engine that computes. Throws warpfold::error where the one asked for cannot.
  engine where() const { return engine_.resolve(); }
  // CPU threads at most; 0 where the user left it open.
  int threads() const { return options_.threads; }
  bool fast() const { return options_.accuracy == accuracy::fast; }
  // `from_input` is the result's dtype as the input's options name it; --result-dtype wins over it.
  options resolve(std::optional<dtype> from_input) const;

 private:
  engine_choice engine_;
  options options_;
};

}  // namespace warpfold::tools
