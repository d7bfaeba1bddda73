// d = |a - b| of each of the bytes of a and b, or with .add the sum of these and c
#include "warpfold/simt/isa/difference.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_vabsdiff4(const form& f) {
  return bind_differences<8>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
