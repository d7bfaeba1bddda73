// Atomic updates of floats in memory, as trials: what is returned, and what memory holds then. For the machine only.
#pragma once

#include <vector>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// Every operation, type, vector and space that atom and red have for floats.
std::vector<trial> atomic_updates();

}  // namespace warpfold::simt::conformance
