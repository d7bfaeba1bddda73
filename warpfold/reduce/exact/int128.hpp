// 128-bit integers, which every compiler of this library has.
#pragma once

#include <bit>
#include <cstdint>

#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold::exact {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

WARPFOLD_HOST_DEVICE constexpr uint128 magnitude(int128 value) {
  return value < 0 ? -static_cast<uint128>(value) : static_cast<uint128>(value);
}

// Bits up to the leading one; 0 for 0.
WARPFOLD_HOST_DEVICE constexpr int bit_length(std::uint64_t value) {
#ifdef __CUDA_ARCH__
  return 64 - __clzll(static_cast<long long>(value));
#else
  return static_cast<int>(std::bit_width(value));
#endif
}
WARPFOLD_HOST_DEVICE constexpr int bit_length(uint128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + bit_length(high) : bit_length(static_cast<std::uint64_t>(value));
}

}  // namespace warpfold::exact
