// Constants of the way from the host's memory to a GPU's, chosen by measurement (bench/results/h200_host_arrays.txt).
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpfold::tune {

// What is copied at once of each array: enough that starting a copy costs nothing beside it.
inline constexpr std::int64_t chunk_bytes = std::int64_t{32} << 20;
// Chunks under way at once: one is being filled, one copied, one reduced.
inline constexpr std::size_t chunks_in_flight = 3;
// What a thread copies at once into memory that the GPU can read.
inline constexpr std::int64_t slice_bytes = std::int64_t{1} << 20;

}  // namespace warpfold::tune
