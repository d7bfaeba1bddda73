// Collectives whose lanes stand at different instructions, as trials. For the machine only.
#pragma once

#include <vector>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// The lanes of a warp take two branches, by the lowest bit of i0, each with a collective that names all lanes; then
// they meet, and do it again together.
std::vector<trial> parted_collectives();

}  // namespace warpfold::simt::conformance
