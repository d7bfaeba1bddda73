// How a kernel is started: everything but the kernel and its arguments.
#pragma once

#include <cstddef>
#include <optional>

#include "warpfold/device/extent.hpp"

namespace warpfold::devices {

struct launch_shape {
  extent grid;   // blocks
  extent block;  // threads
  // Blocks of a cluster; absent: as the kernel declares, or each block alone. It must divide the grid.
  std::optional<extent> cluster;
  std::size_t shared_bytes = 0;  // dynamic shared memory of a block
  bool cooperative = false;      // all blocks resident at once, so that they may wait for each other
  // It may be started before the kernel in front of it in the stream has ended: it waits itself for that, by PTX's
  // griddepcontrol.wait, before it touches memory. Compute capability 9.0.
  bool starts_early = false;
};

}  // namespace warpfold::devices
