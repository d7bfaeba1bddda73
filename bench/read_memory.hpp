// The yardstick of everything that is bound by memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpfold::bench {

// A plain vectorized read: every byte is loaded and takes part in the result, and nothing more is done.
std::uint64_t read_memory(const void* from, std::size_t bytes);

}  // namespace warpfold::bench
