// d = the c bits of a from bit b, sign-extended if signed
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_bfe(const form& f) {
  return for_type<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>(f.type(), []<class T>(tag<T>) {
    return lanewise<T, T, std::uint32_t, std::uint32_t>([](T a, std::uint32_t b, std::uint32_t c) {
      using word = std::make_unsigned_t<T>;
      constexpr std::uint32_t width = 8 * sizeof(T);
      // The ISA has both below 256; hardware reads all 32 bits of them for 64-bit fields.
      const std::uint32_t position = width == 32 ? b & 255 : b < 255 ? b : 255;
      const std::uint32_t length = width == 32 ? c & 255 : c < 255 ? c : 255;
      const std::uint32_t last = position + length > width ? width : position + length;  // one past the field
      const word raw = static_cast<word>(a);
      const word field = position < width ? raw >> (position & (width - 1)) : 0;
      const word keep = length < width ? (word{1} << (length & (width - 1))) - 1 : ~word{0};
      const bool negative = std::is_signed_v<T> && length != 0 && (raw >> ((last - 1) & (width - 1)) & 1) != 0;
      const std::uint32_t found = last > position ? last - position : 0;  // bits that exist
      const word above = found < width ? ~word{0} << (found & (width - 1)) : 0;
      return static_cast<T>((field & keep) | (negative ? above : 0));
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
