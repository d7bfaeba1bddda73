// How many registers a compiler would need for a function.
#pragma once

#include <vector>

#include "warpfold/simt/core/control_flow.hpp"
#include "warpfold/simt/ptx/function.hpp"

namespace warpfold::simt {

// An estimate: the most 32-bit registers whose values are still needed at one instruction, and some for addresses and
// the compiler's own use, in the units of 8 that hardware gives them in. `nodes` as for analyze(), one for each
// instruction and one for the end.
int estimate_registers(const ptx::function& function, const std::vector<control_flow_node>& nodes);

}  // namespace warpfold::simt
