// What a rung costs on a machine that keeps time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "ladder/rung.hpp"
#include "ladder/stopwatch.hpp"
#include "ladder/workbench.hpp"

namespace warpfold::ladder {

// How much of an SM the rung's first and largest launch takes.
struct occupancy {
  int registers = 0;             // of a thread
  std::size_t shared_bytes = 0;  // of a block, static and dynamic
  int blocks_per_sm = 0;
  double share = 0;  // of the threads that an SM can hold
};
occupancy occupancy_of(const workbench::prepared& sum, const devices::properties& machine);

// An upper bound of the additions on an element's way to the sum. The rounding error of a float sum is at most that
// many half units in the last place of the sum of absolute values.
std::uint64_t additions_in_sequence(const workbench::prepared& sum, std::uint64_t n);

struct times {
  double cold = 0, warm = 0;  // seconds
};
// Enough repetitions for a median, few enough for work on gigabytes.
times time(stopwatch& watch, const std::function<void()>& work, std::size_t bytes);
times time(workbench& bench, stopwatch& watch, const workbench::prepared& sum, std::uint64_t n);

}  // namespace warpfold::ladder
