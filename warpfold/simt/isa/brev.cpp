// d = the bits of a in reverse order
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

// Swaps neighbours, pairs, …, halves.
template <class T>
[[gnu::always_inline]] inline T reverse_bits(T a) {
  constexpr int width = 8 * sizeof(T);
  for (int distance = 1; distance < width; distance *= 2) {
    const T low = ~T{0} / ((T{1} << distance) + 1);  // alternately `distance` ones and zeros
    a = (a >> distance & low) | (a & low) << distance;
  }
  return a;
}

}  // namespace

bound bind_brev(const form& f) {
  return for_type<std::uint32_t, std::uint64_t>(
      f.unsigned_type(), []<class T>(tag<T>) { return lanewise<T, T>([](T a) { return reverse_bits(a); }); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
