// How fast this machine can read its memory: what a reduction is to be measured by.
#pragma once

#include "warpfold/reduce/engine.hpp"

namespace warpfold::tools {

// Bytes per second that `threads` threads (0: one per core) read together from an array far larger than the caches:
// the median of several plain sweeps, measured now. Takes a fraction of a second.
double read_bandwidth(int threads);

// Bytes per second that the engine can be given at most: those that the CPU reads or, of a GPU, those that are copied
// to it from memory that is never paged out.
double input_bandwidth(engine who, int threads);

}  // namespace warpfold::tools
