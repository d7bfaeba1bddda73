// Fundamental types and state spaces, in the ISA's spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpfold::simt::ptx {

// Fundamental types (ISA section 5.2 and the alternate floating-point formats of 5.2.3).
enum class type : std::uint8_t {
  none,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  tf32,
  pred,
};
int size_in_bytes(type t);                              // 0 for none, 1 for pred
std::string_view spelling(type t);                      // "u32"
std::optional<type> type_named(std::string_view name);  // of "u32"

// State spaces (ISA section 5.1). `generic` is an address without a space.
enum class space : std::uint8_t { generic, reg, constant, global, local, param, shared };
std::string_view spelling(space s);                       // "const"
std::optional<space> space_named(std::string_view name);  // of "const"

}  // namespace warpfold::simt::ptx
