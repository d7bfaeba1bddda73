// d = the position of the highest bit that differs from the sign, or all ones; .shiftamt counts from the top
#include "warpfold/simt/isa/arithmetic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_bfind(const form& f) {
  return with_flag(f.has("shiftamt"), [&]<bool FromTop>() {
    return for_type<std::uint32_t, std::uint64_t, std::int32_t, std::int64_t>(f.type(), []<class T>(tag<T>) {
      return lanewise<std::uint32_t, T>([](T a) {
        using word = std::make_unsigned_t<T>;
        constexpr std::uint32_t width = 8 * sizeof(T);
        const word bits = static_cast<word>(a < 0 ? ~a : a);
        const std::uint32_t zeros = static_cast<std::uint32_t>(std::countl_zero(bits));
        return bits == 0 ? ~std::uint32_t{0} : FromTop ? zeros : width - 1 - zeros;
      });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
