#include "tools/engine.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <hwy/targets.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"

namespace warpfold::tools {
namespace {

constexpr std::array engines = {engine::cpu, engine::gpu, engine::simt};

// The instruction sets that Highway compiles for and chooses among at run time, best first: the lowest bit is the best.
std::string instruction_sets() {
  std::string names;
  for (int bit = 0; bit < 63; ++bit) {
    const std::int64_t target = HWY_TARGETS & std::int64_t{1} << bit;
    if (target != 0) names += (names.empty() ? "" : " ") + std::string(hwy::TargetName(target));
  }
  return names;
}

}  // namespace

std::string built_for(engine who) {
  if (who == engine::cpu) return instruction_sets();
  return kernel_target().empty() ? std::string{} : fmt::format("PTX {}", kernel_target());
}

void engine_choice::declare_options(CLI::App& app) {
  std::vector<std::string> words(engines.size());
  std::transform(engines.begin(), engines.end(), words.begin(), [](engine each) { return name_of(each); });
  words.emplace_back("auto");
  app.add_option("--on", word_,
                 "the engine that computes; by default auto, the fastest for what is in files, which is the cpu")
      ->type_name("ENGINE")
      ->check(one_of(std::move(words)));
}

engine engine_choice::resolve() const {
  const auto* const named =
      std::find_if(engines.begin(), engines.end(), [&](engine each) { return word_ == name_of(each); });
  const engine chosen = named == engines.end() ? engine::cpu : *named;
  require_engine(chosen);
  return chosen;
}

}  // namespace warpfold::tools
