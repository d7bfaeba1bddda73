// Errors of functions that run on a device too.
#pragma once

#include "warpfold/base/error.hpp"
#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold {

// Throws error on the host. On a device nobody could be told: there it returns, and the caller gives what there is.
WARPFOLD_HOST_DEVICE inline void refuse([[maybe_unused]] const char* message) {
#ifndef __CUDA_ARCH__
  throw error(message);
#endif
}

}  // namespace warpfold
