// How fast this machine can read its memory: what a reduction is to be measured by.
#pragma once

#include "warpfold/reduce/engine.hpp"

namespace warpfold::tools {

// Bytes per second that `threads` threads (0: one per core) read together from an array far larger than the caches:
// the median of several plain sweeps, measured now. Takes a fraction of a second.
double read_bandwidth(int threads);

// An engine that does not read this machine's memory enters by a global of this type what it can be given at most.
class bandwidth_of_engine {
 public:
  bandwidth_of_engine(engine who, double (*bytes_per_second)());
};

// Bytes per second that the engine can be given at most: its own measure, or else what the CPU reads.
double input_bandwidth(engine who, int threads);

}  // namespace warpfold::tools
