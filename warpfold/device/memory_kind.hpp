// Where memory lies and who may touch it.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpfold::devices {

// device:  in the GPU's memory; only kernels and copies reach it.
// pinned:  in the host's memory, never paged out and mapped for the GPU: copies run at full speed, and a kernel may
//          read it where it lies ("zero copy").
// managed: one address for both sides; its pages move to the side that touches them.
enum class memory_kind : std::uint8_t { device, pinned, managed };

constexpr std::string_view name_of(memory_kind kind) {
  switch (kind) {
    case memory_kind::device:
      return "device";
    case memory_kind::pinned:
      return "pinned";
    case memory_kind::managed:
      return "managed";
  }
  return "unknown";
}

// A side that managed pages can be moved to beforehand.
enum class place : std::uint8_t { host, device };

// What managed memory may be told about its use. read_mostly: pages that are read are copied, not moved.
// prefer_device, prefer_host: pages stay there, others reach them where they lie. accessed_by_device: mapped for the
// device from the start, so that its accesses do not fault.
enum class advice : std::uint8_t { read_mostly, prefer_device, prefer_host, accessed_by_device };

}  // namespace warpfold::devices
