// d = a == 0 ? 1 : 0
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_cnot(const form& f) {
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(
      f.unsigned_type(), []<class T>(tag<T>) { return lanewise<T, T>([](T a) { return a == 0 ? T{1} : T{0}; }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
