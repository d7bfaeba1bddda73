// Addresses of shared memory that say whose it is: handlers of mapa, getctarank and isspacep.
#pragma once

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// d = the address of the same variable in the memory of the cluster's block of rank b.
const instruction* map_address(const instruction* i, warp& w);
// d = the rank of the block whose memory a is in.
const instruction* rank_of_address(const instruction* i, warp& w);

const instruction* is_own_shared(const instruction* i, warp& w);
const instruction* is_constant(const instruction* i, warp& w);

}  // namespace warpfold::simt
