// What is asked of a launch, and what came of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/core/memory.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/model/gpu.hpp"

namespace warpfold::simt {

enum class thread_model : std::uint8_t {
  independent,  // Volta and later: every lane has its own program counter
  lockstep,     // before: one for the warp, and lanes that part meet at the immediate post-dominator
};

// By thread block coordinates x, y, z.
using dimensions = std::array<std::uint32_t, 3>;

struct launch {
  dimensions grid = {1, 1, 1};
  dimensions block = {1, 1, 1};
  std::optional<dimensions> cluster;  // else what the kernel was compiled for
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  std::vector<std::byte> parameters;  // laid out as program::parameters says

  thread_model threads = thread_model::independent;
  // Chooses adversarially among the orders in which lanes, warps and blocks may run. Without one the order is that of
  // their indices, as far as they do not wait for one another.
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> limit;  // of warp instructions; reaching it ends the launch
  const gpu* device = nullptr;
  std::vector<observer*> observers;
  unsigned host_threads = 0;  // 0: as many as the host has. Results do not depend on it
};

struct launch_outcome {
  std::string error;               // what ended the launch early; empty if it ran to its end
  std::vector<standing> deadlock;  // where everyone stood, if nobody could go on
  std::string printed;             // by printf of the device
  std::uint64_t warp_instructions = 0;
};

// Runs a decoded kernel to its end. Throws warpfold::error for a launch that the device could not start; what goes
// wrong on the guest is in the outcome.
launch_outcome run(const program& kernel, const launch& what, memory& global);

}  // namespace warpfold::simt
