// Dot products of bytes, shared by dp4a and dp2a.
#pragma once

#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

// Element `index`, of Bits bits.
template <bool Signed, int Bits>
[[gnu::always_inline]] inline std::int32_t element_at(std::uint32_t packed, int index) {
  const std::uint32_t raised = packed << (32 - Bits * (index + 1));
  return Signed ? static_cast<std::int32_t>(raised) >> (32 - Bits) : static_cast<std::int32_t>(raised >> (32 - Bits));
}

// make.operator()<whether a is signed, whether b is signed>() of `dp4a.s32.u32`.
template <class Make>
bound with_signs(const form& f, Make make) {
  return with_flag(f.type(0) == ptx::type::s32, [&]<bool SignedA>() {
    return with_flag(f.type() == ptx::type::s32,
                     [&]<bool SignedB>() { return make.template operator()<SignedA, SignedB>(); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
