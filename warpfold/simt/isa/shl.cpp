// d = a << b; 0 where b is the width or more
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_shl(const form& f) {
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<T, T, std::uint32_t>([](T a, std::uint32_t b) {
      constexpr std::uint32_t width = 8 * sizeof(T);
      return b < width ? static_cast<T>(a << (b & (width - 1))) : T{0};
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
