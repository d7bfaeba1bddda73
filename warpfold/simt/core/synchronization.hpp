// Barriers of the block and of the cluster, and bar.warp.sync: what the bodies of bar and barrier bind to.
#pragma once

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

bound bind_barrier_instruction(const form& f);

}  // namespace warpfold::simt
