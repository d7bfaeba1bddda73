// What this build is and what it can run on.
#pragma once

#include <string>

namespace warpfold::tools {

// The text of `warpfold --version`: the version alone on the first line, then a line for each engine.
std::string version_page();

}  // namespace warpfold::tools
