// d = c + |a - b|
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_sad(const form& f) {
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
      f.type(), []<class T>(tag<T>) {
        using word = std::make_unsigned_t<T>;
        return lanewise<word, T, T, word>([](T a, T b, word c) {
          const word x = static_cast<word>(a), y = static_cast<word>(b);
          return static_cast<word>(c + (a < b ? y - x : x - y));
        });
      });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
