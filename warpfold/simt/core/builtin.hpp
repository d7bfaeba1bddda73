// Functions that the device's run-time system provides: vprintf, __assertfail, malloc, free.
#pragma once

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

const instruction* call_builtin(const instruction* i, warp& w);

}  // namespace warpfold::simt
