// d = |a|
#include "warpfold/simt/isa/sign.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_abs(const form& f) {
  return bind_sign_change<false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
