// Whole programs at random, as trials: arithmetic, branches that part lanes, loops of different lengths in each lane,
// shuffles, votes, barriers, shared memory and atomics, with one result that depends on all of it. For the machine
// only; a block has 128 threads.
#pragma once

#include <vector>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

// "program.0", "program.1", …: the same on every machine, and free of races.
std::vector<trial> random_programs();

}  // namespace warpfold::simt::conformance
