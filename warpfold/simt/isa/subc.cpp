// d = a - (b + borrow)
#include "warpfold/simt/isa/carry.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_subc(const form& f) {
  return f.has("cc") ? sum_with_carry<true, true, true>(f) : sum_with_carry<true, true, false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
