// Asking for memory ahead of time: arithmetic leaves too few loads in flight to hide the memory's latency.
#pragma once

#include <cstddef>
#include <cstdint>

#include "warpfold/reduce/tune/cpu.hpp"

namespace warpfold::cpu {

// When `Bytes` bytes from `at` on are about to be loaded. The far lines go to the second cache, for which there are
// more buffers, the near ones from there to the first. What lies there need not be readable.
template <std::size_t Bytes>
[[gnu::always_inline]] inline void fetch_ahead(const void* at) {
  constexpr std::size_t line = 64;
  const auto first = reinterpret_cast<std::uintptr_t>(at);
  for (std::size_t offset = 0; offset < Bytes; offset += line) {
    __builtin_prefetch(reinterpret_cast<const void*>(first + offset + tune::fetch_near), 0, 3);
    __builtin_prefetch(reinterpret_cast<const void*>(first + offset + tune::fetch_far), 0, 2);
  }
}

}  // namespace warpfold::cpu
