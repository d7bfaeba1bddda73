#include "tools/version.hpp"

#include <fmt/format.h>

#include "tools/engine.hpp"
#include "warpfold/base/version.hpp"

namespace warpfold::tools {

std::string version_page() {
  std::string page = fmt::format("warpfold {}\n", version);
  for (const engine each : {engine::cpu, engine::gpu, engine::simt}) {
    const std::string targets = built_for(each);
    page += fmt::format("{}: {}\n", name_of(each), targets.empty() ? "no reductions in this build" : targets);
  }
  return page;
}

}  // namespace warpfold::tools
