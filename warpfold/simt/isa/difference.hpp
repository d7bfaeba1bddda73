// Absolute differences of packed unsigned integers, shared by vabsdiff2 and vabsdiff4: side by side, or their sum and
// c.
#pragma once

#include "warpfold/simt/isa/dot.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

template <int Bits>
bound bind_differences(const form& f) {
  return with_flag(f.has("add"), []<bool Adds>() {
    return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
        [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
          std::uint32_t result = Adds ? c : 0;
          for (int n = 0; n < 32 / Bits; ++n) {
            const std::int32_t signed_difference = element_at<false, Bits>(a, n) - element_at<false, Bits>(b, n);
            const auto difference =
                static_cast<std::uint32_t>(signed_difference < 0 ? -signed_difference : signed_difference);
            result += Adds ? difference : difference << (Bits * n);
          }
          return result;
        });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
