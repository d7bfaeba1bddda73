// d = memory at [a], the same address in all lanes and memory that nobody writes meanwhile: a load like any other
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_ld(const form& f);

bound bind_ldu(const form& f) {
  return bind_ld(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
