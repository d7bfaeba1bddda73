// Where something happened, in words.
#pragma once

#include <string>

#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

struct program;

// "reduce.cu:12", or "PTX line 40" where the text has no line table.
std::string source_of(const program& kernel, const instruction& i);

// "reduce.cu:12 in KERNEL, block 3,0,0, warp 1, lanes 0x0000ffff": the active lanes of a warp.
std::string place_of(const instruction& i, const warp& w);

}  // namespace warpfold::simt
