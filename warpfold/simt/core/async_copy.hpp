// cp.async, cp.async.bulk and cp.reduce.async.bulk: copies that the machine does as late as it may, so that a missing
// wait shows. What waits for them, or polls their mbarrier, has them done; so has the end of their thread.
#pragma once

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

bound bind_copy_instruction(const form& f);

// Bulk copies of all blocks of the warp's cluster that complete at an mbarrier.
void complete_bulk_copies(warp& w);

// All copies of these lanes of the warp.
void complete_copies(warp& w, lane_mask lanes);

}  // namespace warpfold::simt
