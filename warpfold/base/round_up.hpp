// Whole multiples.
#pragma once

#include <cstdint>

namespace warpfold {

// The least multiple of `unit`, which is not 0, that is not below `value`.
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace warpfold
