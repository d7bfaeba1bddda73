// d = a * b + c: c is added to the low half, the high half or all of an integer product; as fma on f32 and f64
#include "warpfold/simt/isa/carried_product.hpp"
#include "warpfold/simt/isa/fused.hpp"
#include "warpfold/simt/isa/product.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mad(const form& f) {
  if (f.has("cc")) return product_with_carry<false, true>(f);
  if (f.has("wide")) {
    return for_type<std::uint16_t, std::uint32_t, std::int16_t, std::int32_t>(f.type(), []<class T>(tag<T>) {
      using word = std::make_unsigned_t<twice_as_wide<T>>;
      return lanewise<word, T, T, word>([](T a, T b, word c) { return static_cast<word>(wide_product(a, b)) + c; });
    });
  }
  if (f.has("sat")) {
    if (f.type() == ptx::type::f32) return bind_fused(f);
    return lanewise<std::int32_t, std::int32_t, std::int32_t, std::int32_t>(
        [](std::int32_t a, std::int32_t b, std::int32_t c) {
          const std::int64_t sum = std::int64_t{high_product(a, b)} + c;
          return sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
        });
  }
  if (f.has("hi")) {
    return for_type<std::uint16_t, std::uint32_t, std::uint64_t, std::int16_t, std::int32_t, std::int64_t>(
        f.type(), []<class T>(tag<T>) {
          using sum = std::make_unsigned_t<T>;
          return lanewise<sum, T, T, sum>([](T a, T b, sum c) { return static_cast<sum>(high_product(a, b)) + c; });
        });
  }
  if (f.has("lo")) {
    return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
      return lanewise<T, T, T, T>([](T a, T b, T c) { return low_product(a, b) + c; });
    });
  }
  return bind_fused(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
