// d = |a - b| of each of the halves of a and b, or with .add the sum of these and c
#include "warpfold/simt/isa/difference.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_vabsdiff2(const form& f) {
  return bind_differences<16>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
