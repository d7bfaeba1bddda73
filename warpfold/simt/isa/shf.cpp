// d = 32 bits of the 64-bit value {b, a} shifted left or right by c
#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_shf(const form& f) {
  return with_flag(f.has("clamp"), [&]<bool Clamp>() {
    return with_flag(f.has("l"), []<bool Left>() {
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
          [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const std::uint32_t amount = Clamp ? (c < 32 ? c : 32) : c & 31;
            const std::uint64_t both = std::uint64_t{b} << 32 | a;
            return static_cast<std::uint32_t>(Left ? (both << amount) >> 32 : both >> amount);
          });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
