// d = b with the d bits from bit c replaced by the low bits of a
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_bfi(const form& f) {
  return for_type<std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<T, T, T, std::uint32_t, std::uint32_t>([](T a, T b, std::uint32_t c, std::uint32_t d) {
      constexpr std::uint32_t width = 8 * sizeof(T);
      // The ISA has both below 256; hardware reads all 32 bits of them for 64-bit fields.
      const std::uint32_t position = width == 32 ? c & 255 : c < 255 ? c : 255;
      const std::uint32_t length = width == 32 ? d & 255 : d < 255 ? d : 255;
      const T field = length < width ? (T{1} << (length & (width - 1))) - 1 : ~T{0};
      const std::uint32_t shift = position & (width - 1);
      const T mask = position < width ? field << shift : 0;
      return (b & ~mask) | (a << shift & mask);
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
