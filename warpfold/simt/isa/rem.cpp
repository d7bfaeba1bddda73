// d = a % b on integers, with the sign of a
#include "warpfold/simt/isa/integer_division.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_rem(const form& f) {
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
      f.type(), []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return integer_remainder(a, b); }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
