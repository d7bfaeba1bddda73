// The CPU engine: spreads a walk over threads and feeds partial results.
#pragma once

#include <cstdint>

#include "warpfold/reduce/cpu/partial.hpp"
#include "warpfold/reduce/cpu/walk.hpp"

namespace warpfold::cpu {

// Adds the elements of `elements` at positions [first, last), the first of which has index `index` in the whole array,
// to `into`, on `threads` threads at most (0: as many as there are cores).
void add_walk(partial& into, const walk& elements, std::int64_t first, std::int64_t last, std::int64_t index,
              int threads);

}  // namespace warpfold::cpu
