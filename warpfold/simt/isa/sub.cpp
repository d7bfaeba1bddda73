// d = a - b
#include "warpfold/simt/isa/sum.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_sub(const form& f) {
  return bind_sum<true>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
