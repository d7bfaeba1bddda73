// Products of the low 24 bits of 32-bit integers, shared by mul24 and mad24.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// The low 32 bits of the 48-bit product, or the high ones.
template <bool High, class T>
[[gnu::always_inline]] inline T product24(T a, T b) {
  using twice_as_wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  const auto low24 = [](T value) {
    return static_cast<twice_as_wide>(static_cast<T>(static_cast<std::uint32_t>(value) << 8) >> 8);
  };
  return static_cast<T>((low24(a) * low24(b)) >> (High ? 16 : 0));
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
