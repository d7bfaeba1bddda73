// d = b with the sign of a
#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_copysign(const form& f) {
  return for_type<float, double>(f.type(), []<class T>(tag<T>) {
    using word = typename format_of<T>::bits;
    return lanewise<word, word, word>([](word a, word b) {
      constexpr word magnitude = ~word{0} >> 1;
      return (a & ~magnitude) | (b & magnitude);
    });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
