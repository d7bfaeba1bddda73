// d = b ones from bit a
#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_bmsk(const form& f) {
  return with_flag(f.has("clamp"), []<bool Clamp>() {
    return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t position = a & 31, length = b & 31;
      const std::uint32_t from = ~std::uint32_t{0} << position;
      const bool to_the_top = position + length >= 32 || (Clamp && b >= 32);
      const std::uint32_t beyond = to_the_top ? 0 : ~std::uint32_t{0} << ((position + length) & 31);
      return Clamp && a >= 32 ? 0 : from & ~beyond;
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
