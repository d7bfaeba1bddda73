// d = c ? a : b
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_selp(const form& f) {
  const int bytes = ptx::size_in_bytes(f.type());
  if (bytes == 8) {
    return lanewise<std::uint64_t, std::uint64_t, std::uint64_t, bool>(
        [](std::uint64_t a, std::uint64_t b, bool c) { return c ? a : b; });
  }
  return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, bool>(
      [](std::uint32_t a, std::uint32_t b, bool c) { return c ? a : b; });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
