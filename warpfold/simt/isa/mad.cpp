// d = a * b + c on integers: c is added to the low half, the high half or all of the product
#include "warpfold/simt/isa/lanewise.hpp"
#include "warpfold/simt/isa/product.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mad(const form& f) {
  if (f.has("wide")) {
    return for_type<std::uint16_t, std::uint32_t, std::int16_t, std::int32_t>(f.type(), []<class T>(tag<T>) {
      using wide = std::make_unsigned_t<twice_as_wide<T>>;
      return lanewise<wide, T, T, wide>([](T a, T b, wide c) { return static_cast<wide>(wide_product(a, b)) + c; });
    });
  }
  if (f.has("hi")) {
    return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
        f.type(), []<class T>(tag<T>) {
          using sum = std::make_unsigned_t<T>;
          return lanewise<sum, T, T, sum>([](T a, T b, sum c) { return static_cast<sum>(high_product(a, b)) + c; });
        });
  }
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<T, T, T, T>([](T a, T b, T c) { return low_product(a, b) + c; });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
