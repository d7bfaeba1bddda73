// The size of a grid, a block or a cluster along x, y and z.
#pragma once

#include <cstdint>

namespace warpfold::devices {

struct extent {
  std::uint32_t x = 1, y = 1, z = 1;

  std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const extent&, const extent&) = default;
};

}  // namespace warpfold::devices
