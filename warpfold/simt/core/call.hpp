// Leaving the straight line: calls, returns, exits, jumps through a table. Handlers.
#pragma once

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

const instruction* call_function(const instruction* i, warp& w);
const instruction* return_to_caller(const instruction* i, warp& w);
const instruction* exit_lanes(const instruction* i, warp& w);
const instruction* trap_lanes(const instruction* i, warp& w);
const instruction* jump_by_table(const instruction* i, warp& w);

// mov of the address of a local variable of a recursive function.
const instruction* local_address(const instruction* i, warp& w);

}  // namespace warpfold::simt
