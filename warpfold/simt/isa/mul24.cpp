// d = half of the product of the low 24 bits of a and b
#include "warpfold/simt/isa/product24.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mul24(const form& f) {
  return with_flag(f.has("hi"), [&]<bool High>() {
    return for_type<std::uint32_t, std::int32_t>(
        f.type(), []<class T>(tag<T>) { return lanewise<T, T, T>([](T a, T b) { return product24<High>(a, b); }); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
