// Collectives whose lanes stand at different instructions: each in a branch of its own, say.
#pragma once

#include "warpfold/simt/core/warp.hpp"

namespace warpfold::simt {

// The running group has come to a collective, or to bar.warp.sync, and waits; i->operand[members] holds the lanes that
// are to take part. Where the others of them wait at instructions of the same kind, all of them do it together, and
// nobody waits any longer. (ISA 9.7.9.6 and 9.7.13.2 ask for the same instruction and mask, not for the same place.)
void join_elsewhere(const instruction* i, warp& w, column_ref members);

}  // namespace warpfold::simt
