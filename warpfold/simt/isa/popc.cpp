// d = the number of ones of a
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_popc(const form& f) {
  return for_type<std::uint32_t, std::uint64_t>(f.unsigned_type(), []<class T>(tag<T>) {
    return lanewise<std::uint32_t, T>([](T a) { return static_cast<std::uint32_t>(std::popcount(a)); });
  });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
