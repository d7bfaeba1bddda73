// How elements that are too many for one launch, or whose order is fixed, are cut into pieces.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "warpfold/reduce/fixed_order.hpp"

namespace warpfold::gpu {

inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

// How many of the `left` elements from index `index` on the next launch takes, `most` of them at most. In a fixed order
// that is a subtree of it (fixed_order.hpp), or all that is left where they end the array; `most` must be no_limit or
// fixed_block times a power of two then, `index` a multiple of fixed_block, and `left` one, too, unless they end the
// array.
inline std::int64_t next_piece(std::int64_t index, std::int64_t left, std::int64_t most, bool fixed_order,
                               bool ends_array) {
  if (!fixed_order) return std::min(left, most);
  const auto block = static_cast<std::uint64_t>(index / fixed_block);
  // The largest subtree that may begin here.
  const std::int64_t aligned = block == 0 ? no_limit : static_cast<std::int64_t>(block & ~(block - 1)) * fixed_block;
  const std::int64_t limit = std::min(most, aligned);
  if (left > limit) return limit;
  if (ends_array) return left;
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(left / fixed_block))) * fixed_block;
}

}  // namespace warpfold::gpu
