// d = the position of the |c|-th one of a from bit b, upwards or (c negative) downwards; all ones if there is none
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

[[gnu::always_inline]] inline std::uint32_t find_nth_set(std::uint32_t mask, std::int32_t base, std::int32_t offset) {
  if (offset == std::numeric_limits<std::int32_t>::min()) return 0;  // the hardware's routine cannot negate it
  const std::int32_t step = offset < 0 ? -1 : 1;
  // Offset 0 asks whether the bit at the base is set.
  std::int64_t missing = offset == 0 ? 1 : std::int64_t{offset} * step;
  for (std::int32_t position = base; position >= 0 && position < 32; position += step) {
    if ((mask >> position & 1) != 0 && --missing == 0) return static_cast<std::uint32_t>(position);
    if (offset == 0) break;
  }
  return ~std::uint32_t{0};
}

}  // namespace

bound bind_fns(const form&) {
  return lanewise<std::uint32_t, std::uint32_t, std::int32_t, std::int32_t>(
      [](std::uint32_t a, std::int32_t b, std::int32_t c) { return find_nth_set(a, b, c); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
