// d = a + b
#include "warpfold/simt/isa/sum.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_add(const form& f) {
  return bind_sum<false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
