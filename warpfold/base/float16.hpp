// IEEE 754 binary16 as a storage type: 16 bits that convert to and from float.
#pragma once

#include <bit>
#include <cstdint>

namespace warpfold {

struct float16 {
  std::uint16_t bits = 0;

  constexpr float16() = default;
  // Rounds to nearest, ties to even; overflow gives infinity, a NaN stays a NaN.
  constexpr explicit float16(float value) : bits(round(std::bit_cast<std::uint32_t>(value))) {}
  static constexpr float16 from_bits(std::uint16_t bits) {
    float16 result;
    result.bits = bits;
    return result;
  }

  // Exact.
  constexpr explicit operator float() const {
    const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
    const std::uint32_t magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    if (magnitude >= 0x400u) return std::bit_cast<float>(sign | ((magnitude << 13) + (112u << 23)));
    const float subnormal = static_cast<float>(magnitude) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(subnormal));
  }
  constexpr explicit operator double() const { return static_cast<double>(static_cast<float>(*this)); }

 private:
  static constexpr std::uint16_t round(std::uint32_t single) {
    const auto sign = static_cast<std::uint16_t>(single >> 16 & 0x8000u);
    const std::uint32_t magnitude = single & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u | (magnitude >> 13 & 0x3ffu));
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520 and above
    if (magnitude < 0x33000001u) return sign;                                         // up to half the least subnormal
    const int exponent = static_cast<int>(magnitude >> 23);
    const std::uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
    const int dropped = exponent < 113 ? 126 - exponent : 13;  // low bits that do not fit
    const std::uint32_t kept = significand >> dropped;
    const std::uint32_t remainder = significand & ((1u << dropped) - 1);
    const std::uint32_t half = 1u << (dropped - 1);
    const std::uint32_t rounded = kept + (remainder > half || (remainder == half && (kept & 1u)) ? 1u : 0u);
    // A carry out of the significand moves into the exponent, which is what rounding up means.
    const std::uint32_t biased =
        exponent < 113 ? rounded : rounded + (static_cast<std::uint32_t>(exponent - 113) << 10);
    return static_cast<std::uint16_t>(sign | biased);
  }
};

constexpr bool operator==(float16 a, float16 b) {
  return static_cast<float>(a) == static_cast<float>(b);
}
constexpr bool operator<(float16 a, float16 b) {
  return static_cast<float>(a) < static_cast<float>(b);
}

}  // namespace warpfold
