// p = whether a is of a class of floating-point numbers
#include "warpfold/simt/isa/rounding.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_testp(const form& f) {
  return for_type<float, double>(f.type(), [&]<class T>(tag<T>) {
    using word = typename format_of<T>::bits;
    constexpr word infinity = static_cast<word>(format_of<T>::type::infinity), magnitude = ~word{0} >> 1;
    constexpr word least_normal = word{1} << format_of<T>::type::fraction_bits;
    if (f.has("finite")) return lanewise<bool, word>([](word a) { return (a & magnitude) < infinity; });
    if (f.has("infinite")) return lanewise<bool, word>([](word a) { return (a & magnitude) == infinity; });
    if (f.has("number")) return lanewise<bool, word>([](word a) { return (a & magnitude) <= infinity; });
    if (f.has("notanumber")) return lanewise<bool, word>([](word a) { return (a & magnitude) > infinity; });
    if (f.has("normal")) {  // zero counts as normal
      return lanewise<bool, word>([](word a) {
        const word absolute = a & magnitude;
        return absolute == 0 || (absolute >= least_normal && absolute < infinity);
      });
    }
    return lanewise<bool, word>([](word a) { return (a & magnitude) != 0 && (a & magnitude) < least_normal; });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
