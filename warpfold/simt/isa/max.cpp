// d = the greater of a and b
#include "warpfold/simt/isa/extremum.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_max(const form& f) {
  return bind_extremum<true>(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
