// Functions of three bits by table, for lop3.
#pragma once

#include <cstdint>

namespace warpfold::simt::WARPFOLD_SIMD {

// Bit n of the table is the result where the bits of a, b and c spell n.
[[gnu::always_inline]] inline std::uint32_t look_up(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                    std::uint32_t table) {
  const auto where = [table](int n) { return std::uint32_t{0} - (table >> n & 1); };  // all ones where bit n is set
  const auto choose = [](std::uint32_t on, std::uint32_t one, std::uint32_t zero) { return (on & one) | (~on & zero); };
  const std::uint32_t neither = choose(c, where(1), where(0)), only_b = choose(c, where(3), where(2));
  const std::uint32_t only_a = choose(c, where(5), where(4)), both = choose(c, where(7), where(6));
  return choose(a, choose(b, both, only_a), choose(b, only_b, neither));
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
