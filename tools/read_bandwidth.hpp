// How fast this machine can read its memory: what a reduction is to be measured by.
#pragma once

namespace warpfold::tools {

// Bytes per second that `threads` threads (0: one per core) read together from an array far larger than the caches:
// the median of several plain sweeps, measured now. Takes a fraction of a second.
double read_bandwidth(int threads);

}  // namespace warpfold::tools
