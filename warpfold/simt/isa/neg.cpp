// d = -a
#include "warpfold/simt/isa/sign.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_neg(const form& f) {
  return bind_sign_change<true>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
