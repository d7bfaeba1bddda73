// The grid of a reduction by an operator of the caller's own: it depends on the number of values alone.
#pragma once

#include <cstdint>

namespace warpfold::detail {

inline constexpr unsigned custom_threads = 256;
// Values that a lane has under way at once.
inline constexpr int custom_at_once = 8;
// Values of a block are this many times a power of two.
inline constexpr std::int64_t custom_tile = std::int64_t{custom_threads} * custom_at_once;

// Values of each block: enough that a grid of most_custom_blocks takes them all.
inline constexpr std::int64_t most_custom_blocks = 1024;
constexpr std::int64_t custom_share(std::int64_t n) {
  std::int64_t share = custom_tile;
  while (n / most_custom_blocks >= share) share *= 2;
  return share;
}
constexpr unsigned custom_blocks(std::int64_t n) {
  const std::int64_t share = custom_share(n);
  return n == 0 ? 1 : static_cast<unsigned>((n - 1) / share + 1);
}

}  // namespace warpfold::detail
