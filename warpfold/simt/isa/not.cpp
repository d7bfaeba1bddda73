// d = ~a, or !a of a predicate
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_not(const form& f) {
  if (f.type() == ptx::type::pred) return lanewise<bool, bool>([](bool a) { return !a; });
  return for_type<std::uint16_t, std::uint32_t, std::uint64_t>(
      f.unsigned_type(), []<class T>(tag<T>) { return lanewise<T, T>([](T a) { return static_cast<T>(~a); }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
