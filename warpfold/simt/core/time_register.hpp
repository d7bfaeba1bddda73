// Special registers whose value depends on when they are read: %clock, %globaltimer and their like.
#pragma once

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

// Reads the register that instruction::flags names into operand 0. Time is counted, not measured: %clock in warp
// instructions of the block, %globaltimer in nanoseconds of one instruction each of the launch.
const instruction* read_time_register(const instruction* i, warp& w);

}  // namespace warpfold::simt
