// d = the low b bits of a, sign- or zero-extended
#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_szext(const form& f) {
  return with_flag(f.has("clamp"), [&]<bool Clamp>() {
    return with_flag(f.type() == ptx::type::s32, []<bool Signed>() {
      return lanewise<std::uint32_t, std::uint32_t, std::uint32_t>([](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t length = b & 31;
        const std::uint32_t above = ~std::uint32_t{0} << length;
        const bool negative = Signed && length != 0 && (a >> ((length - 1) & 31) & 1) != 0;
        return Clamp && b >= 32 ? a : (a & ~above) | (negative ? above : 0);
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
