// d = a & b
#include "warpfold/simt/isa/logic.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_and(const form& f) {
  return bitwise(f, [](auto a, auto b) { return a & b; });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
