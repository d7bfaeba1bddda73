// The guest's 64-bit generic address space. Global and constant addresses are generic addresses as they are; the other
// spaces are windows of 2^32 bytes, so that an address in its space is the low half of the generic one.
#pragma once

#include <cstdint>

namespace warpfold::simt {

inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint64_t shared_window = 0x0000'0100'0000'0000;
inline constexpr std::uint64_t local_window = 0x0000'0200'0000'0000;
inline constexpr std::uint64_t param_window = 0x0000'0300'0000'0000;  // parameters of the kernel
inline constexpr std::uint64_t code_window = 0x0000'0400'0000'0000;   // functions, 16 bytes each
inline constexpr std::uint64_t global_begin = 0x0000'7000'0000'0000;  // and constants
inline constexpr std::uint64_t global_end = 0x0000'8000'0000'0000;

constexpr bool in_window(std::uint64_t window, std::uint64_t address) {
  return (address ^ window) < window_bytes;
}

// A shared address carries the rank of its block in the cluster above bit 24, plus one: 0 is the executing block.
inline constexpr int shared_rank_shift = 24;
inline constexpr std::uint32_t shared_offset_mask = (1u << shared_rank_shift) - 1;

constexpr std::uint32_t shared_address(std::uint32_t offset, int rank) {
  return offset | static_cast<std::uint32_t>(rank + 1) << shared_rank_shift;
}
// The rank that the address names; -1: the executing block.
constexpr int shared_rank(std::uint32_t address) {
  return static_cast<int>(address >> shared_rank_shift) - 1;
}

}  // namespace warpfold::simt
