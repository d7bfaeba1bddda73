// d = a * b: the low half, the high half or all of an integer product, or a rounded product
#include "warpfold/simt/isa/fused.hpp"
#include "warpfold/simt/isa/product.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mul(const form& f) {
  if (f.has("wide")) {
    return for_type<std::uint16_t, std::uint32_t, std::int16_t, std::int32_t>(f.type(), []<class T>(tag<T>) {
      return lanewise<twice_as_wide<T>, T, T>([](T a, T b) { return wide_product(a, b); });
    });
  }
  if (f.has("hi")) {
    return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
        f.type(), []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return high_product(a, b); }); });
  }
  if (f.has("lo")) {
    return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
      return lanewise<T, T, T>([](T a, T b) { return low_product(a, b); });
    });
  }
  return bind_product(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
