// d = a >> b, filled with the sign of a signed a; b counts at most to the width
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_shr(const form& f) {
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
      f.type(), []<class T>(tag<T>) {
        return lanewise<T, T, std::uint32_t>([](T a, std::uint32_t b) {
          constexpr std::uint32_t width = 8 * sizeof(T);
          const T kept = static_cast<T>(a >> (b < width ? b : width - 1));
          return b < width || std::is_signed_v<T> ? kept : T{0};
        });
      });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
