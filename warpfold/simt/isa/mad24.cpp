// d = half of the product of the low 24 bits of a and b, plus c
#include "warpfold/simt/isa/product24.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mad24(const form& f) {
  if (f.has("sat")) {
    return lanewise<std::int32_t, std::int32_t, std::int32_t, std::int32_t>(
        [](std::int32_t a, std::int32_t b, std::int32_t c) {
          const std::int64_t sum = std::int64_t{product24<true>(a, b)} + c;
          return sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
        });
  }
  return with_flag(f.has("hi"), [&]<bool High>() {
    return for_type<std::uint32_t, std::int32_t>(f.type(), []<class T>(tag<T>) {
      return lanewise<std::uint32_t, T, T, std::uint32_t>(
          [](T a, T b, std::uint32_t c) { return static_cast<std::uint32_t>(product24<High>(a, b)) + c; });
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
