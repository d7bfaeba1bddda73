// d = a + b
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_add(const form& f) {
  if (f.has("sat") && f.type() == ptx::type::s32) {
    return lanewise<std::int32_t, std::int32_t, std::int32_t>([](std::int64_t a, std::int64_t b) {
      constexpr std::int64_t least = INT32_MIN, greatest = INT32_MAX;
      return a + b < least ? least : a + b > greatest ? greatest : a + b;
    });
  }
  if (f.has("rz") || f.has("rm") || f.has("rp") || f.has("ftz") || f.has("sat")) return {};
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t, float, double>(
      f.unsigned_type(), []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return a + b; }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
