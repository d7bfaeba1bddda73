// Guarded instructions, @p: the handlers that read the guard and then execute instruction::body.
#pragma once

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// Executes the body with the active lanes where the guard holds.
const instruction* mask_by_guard(const instruction* i, warp& w);

// The lanes where the guard holds part from the others, and execute the body by themselves.
const instruction* part_by_guard(const instruction* i, warp& w);

}  // namespace warpfold::simt
