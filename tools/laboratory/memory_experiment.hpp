// One array, summed by a kernel after it got to the machine in one way or another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/kernel_library.hpp"
#include "warpfold/device/machine.hpp"

namespace warpfold::tools {

struct memory_result {
  std::string way;      // "pageable copy"
  std::string meaning;  // what happens
  double seconds = 0;   // from the array in the host's memory to its sum there, the median of several runs
  // Page faults of the kernel and bytes that crossed between host and device in one run; absent where the machine does
  // not count them.
  std::optional<std::uint64_t> faults, bytes_moved;
};

// Runs all ways with an array of so many int32. Throws warpfold::error where a sum is wrong.
std::vector<memory_result> memory_experiment(devices::machine& machine, std::uint64_t n);

}  // namespace warpfold::tools
