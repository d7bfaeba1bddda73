// d = a + b + carry
#include "warpfold/simt/isa/carry.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_addc(const form& f) {
  return f.has("cc") ? sum_with_carry<false, true, true>(f) : sum_with_carry<false, true, false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
