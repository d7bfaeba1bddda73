// Where the elements of a walk lie, as seen from a machine.
#pragma once

#include <cstddef>
#include <optional>

#include "warpfold/device/machine.hpp"
#include "warpfold/reduce/cpu/walk.hpp"

namespace warpfold::gpu {

inline devices::address address_of(const std::byte* at) {
  return reinterpret_cast<devices::address>(at);
}

// The kind of memory that an array lies in; nothing for the host's own, which no kernel can reach. Throws error where
// the array is not where it is said to be.
std::optional<devices::memory_kind> kind_of(devices::machine& machine, const cpu::walk& elements, std::size_t input);

// Whether kernels read memory where it lies: pinned memory only if the host cannot, as across a bus copies are faster.
bool is_resident(const devices::machine& machine, std::optional<devices::memory_kind> kind);

}  // namespace warpfold::gpu
