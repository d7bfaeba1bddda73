// The ladder on the SIMT machine: every rung checked, then counted.
#pragma once

#include "tools/command.hpp"
#include "tools/laboratory/ladder_choice.hpp"

namespace warpfold::tools {

// A table, or with --json one object for each rung. Status 1 where a rung gave a wrong sum.
outcome ladder_on_simt(const ladder_choice& choice);

}  // namespace warpfold::tools
