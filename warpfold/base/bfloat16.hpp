// bfloat16 as a storage type: the upper half of a float, 16 bits that convert to and from float.
#pragma once

#include <bit>
#include <cstdint>

namespace warpfold {

struct bfloat16 {
  std::uint16_t bits = 0;

  constexpr bfloat16() = default;
  // Rounds to nearest, ties to even; overflow gives infinity, a NaN stays a NaN.
  constexpr explicit bfloat16(float value) : bits(round(std::bit_cast<std::uint32_t>(value))) {}
  static constexpr bfloat16 from_bits(std::uint16_t bits) {
    bfloat16 result;
    result.bits = bits;
    return result;
  }

  // Exact.
  constexpr explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
  constexpr explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }

 private:
  static constexpr std::uint16_t round(std::uint32_t single) {
    if ((single & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(single >> 16 | 0x40u);
    return static_cast<std::uint16_t>((single + 0x7fffu + (single >> 16 & 1u)) >> 16);
  }
};

constexpr bool operator==(bfloat16 a, bfloat16 b) {
  return static_cast<float>(a) == static_cast<float>(b);
}
constexpr bool operator<(bfloat16 a, bfloat16 b) {
  return static_cast<float>(a) < static_cast<float>(b);
}

}  // namespace warpfold
