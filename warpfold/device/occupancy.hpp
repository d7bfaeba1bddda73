// How many blocks of a kernel an SM holds, and which resource says so.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "warpfold/device/machine.hpp"

namespace warpfold::devices {

struct resource_limit {
  std::string_view resource;  // "threads", "blocks", "registers", "shared memory"
  int blocks = 0;             // of an SM, were this resource the only one
};

// For each resource, by the rules of the programming guide: registers are given to warps in units of 256, shared memory
// to blocks in units of 128 bytes, the system's share included. `threads` is the size of the block, `shared_bytes` its
// dynamic shared memory.
std::array<resource_limit, 4> occupancy_limits(const properties& machine, const kernel_resources& kernel, int threads,
                                               std::size_t shared_bytes);

// The one that allows fewest blocks; the first of several.
const resource_limit& tightest(const std::array<resource_limit, 4>& limits);

}  // namespace warpfold::devices
