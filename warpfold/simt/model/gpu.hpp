// What a launch needs to know of the GPU that it runs on.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace warpfold::simt {

struct gpu {
  std::string_view name;
  int capability = 0;      // compute capability, 90 for 9.0
  std::uint32_t sms = 0;   // of the whole GPU
  std::uint32_t gpcs = 0;  // groups of SMs; a cluster stays within one
  std::uint32_t threads_per_sm = 0;
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t registers_per_sm = 0;  // of 32 bits
  std::uint32_t shared_per_sm = 0;     // bytes
  std::uint32_t shared_per_block = 0;  // bytes, the most that a launch may ask for
  std::uint32_t shared_reserved = 0;   // bytes of each block that the system takes
  std::uint32_t largest_cluster = 1;   // blocks
  std::uint64_t memory_bytes = 0;
  double memory_bytes_per_second = 0;  // peak
  double clock_hz = 0;                 // boost
};

// Every preset, and the one of that name ("h200"); null if there is none.
std::span<const gpu> gpus();
const gpu* find_gpu(std::string_view name);

}  // namespace warpfold::simt
