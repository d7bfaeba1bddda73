// d = half of (a * b) + c + carry
#include "warpfold/simt/isa/carried_product.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_madc(const form& f) {
  return f.has("cc") ? product_with_carry<true, true>(f) : product_with_carry<true, false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
