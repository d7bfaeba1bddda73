// d = four bytes picked from the eight of {b, a} by the nibbles of c, or by a pattern that c positions
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

namespace {

[[gnu::always_inline]] inline std::uint32_t pick(std::uint64_t bytes, std::uint32_t selector) {
  return static_cast<std::uint32_t>(bytes >> (8 * (selector & 7))) & 0xff;
}

// Bit 3 of a selector replicates the sign of the byte.
[[gnu::always_inline]] inline std::uint32_t pick_or_sign(std::uint64_t bytes, std::uint32_t selector) {
  const std::uint32_t byte = pick(bytes, selector);
  const std::uint32_t sign = (byte & 0x80) != 0 ? 0xff : 0;
  return (selector & 8) != 0 ? sign : byte;
}

[[gnu::always_inline]] inline std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selectors) {
  const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
  return pick_or_sign(bytes, selectors) | pick_or_sign(bytes, selectors >> 4) << 8 |
         pick_or_sign(bytes, selectors >> 8) << 16 | pick_or_sign(bytes, selectors >> 12) << 24;
}

// The selectors of a mode for c = 0, 1, 2, 3, one 16-bit group each.
template <std::uint64_t Selectors>
bound by_pattern() {
  return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
      [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        return permute(a, b, static_cast<std::uint32_t>(Selectors >> (16 * (c & 3))) & 0xffff);
      });
}

}  // namespace

bound bind_prmt(const form& f) {
  if (f.has("f4e")) return by_pattern<0x6543543243213210>();
  if (f.has("b4e")) return by_pattern<0x0123701267015670>();
  if (f.has("rc8")) return by_pattern<0x3333222211110000>();
  if (f.has("ecl")) return by_pattern<0x3333322232113210>();
  if (f.has("ecr")) return by_pattern<0x3210221011100000>();
  if (f.has("rc16")) return by_pattern<0x3232101032321010>();
  return lanewise<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>(
      [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return permute(a, b, c); });
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
