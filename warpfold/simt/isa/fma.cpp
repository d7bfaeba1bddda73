// d = a * b + c, rounded once
#include "warpfold/simt/isa/fused.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_fma(const form& f) {
  return bind_fused(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
