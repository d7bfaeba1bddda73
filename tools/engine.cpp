#include "tools/engine.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <hwy/targets.h>
#include <CLI/CLI.hpp>

#include "tools/choice.hpp"
#include "warpfold/base/error.hpp"

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

std::string_view name_of(engine where) {
  constexpr std::array<std::string_view, 3> names = {"cpu", "gpu", "simt"};
  return names.at(static_cast<std::size_t>(where));
}

std::string built_for(engine where) {
  return where == engine::cpu ? instruction_sets() : std::string{};
}

void engine_choice::declare_options(CLI::App& app) {
  std::vector<std::string> words(engines.size());
  std::transform(engines.begin(), engines.end(), words.begin(), [](engine each) { return name_of(each); });
  words.emplace_back("auto");
  app.add_option("--on", word_, "the engine that computes; auto takes the fastest there is")
      ->type_name("ENGINE")
      ->check(one_of(std::move(words)));
}

engine engine_choice::resolve() const {
  if (word_ == "auto") return engine::cpu;
  for (const engine each : engines) {
    if (word_ == name_of(each) && !built_for(each).empty()) return each;
  }
  throw error(fmt::format("engine {} computes no reductions in this build, expected cpu or auto", word_));
}

}  // namespace warpfold::tools
