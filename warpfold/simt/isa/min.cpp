// d = the lesser of a and b
#include "warpfold/simt/isa/extremum.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_min(const form& f) {
  return bind_extremum<false>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
