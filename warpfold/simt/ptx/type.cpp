#include "warpfold/simt/ptx/type.hpp"

#include <algorithm>
#include <array>

namespace warpfold::simt::ptx {
namespace {

struct type_row {
  type value;
  std::string_view name;
  int size;
};

// In the order of the enumeration.
constexpr std::array types = std::to_array<type_row>({
    {type::none, "", 0},     {type::b8, "b8", 1},         {type::b16, "b16", 2}, {type::b32, "b32", 4},
    {type::b64, "b64", 8},   {type::b128, "b128", 16},    {type::u8, "u8", 1},   {type::u16, "u16", 2},
    {type::u32, "u32", 4},   {type::u64, "u64", 8},       {type::s8, "s8", 1},   {type::s16, "s16", 2},
    {type::s32, "s32", 4},   {type::s64, "s64", 8},       {type::f16, "f16", 2}, {type::f16x2, "f16x2", 4},
    {type::bf16, "bf16", 2}, {type::bf16x2, "bf16x2", 4}, {type::f32, "f32", 4}, {type::f64, "f64", 8},
    {type::tf32, "tf32", 4}, {type::pred, "pred", 1},
});

struct space_row {
  space value;
  std::string_view name;
};

// In the order of the enumeration; an address without a space is spelled with none.
constexpr std::array spaces = std::to_array<space_row>({
    {space::generic, ""},
    {space::reg, "reg"},
    {space::constant, "const"},
    {space::global, "global"},
    {space::local, "local"},
    {space::param, "param"},
    {space::shared, "shared"},
});

// The value of the row that bears the name; the first row bears none.
template <class Rows>
auto value_named(const Rows& rows, std::string_view name) -> std::optional<decltype(rows.front().value)> {
  const auto found = std::find_if(rows.begin() + 1, rows.end(), [&](const auto& row) { return row.name == name; });
  if (found == rows.end()) return std::nullopt;
  return found->value;
}

}  // namespace

int size_in_bytes(type t) {
  return types[static_cast<std::size_t>(t)].size;
}
std::string_view spelling(type t) {
  return types[static_cast<std::size_t>(t)].name;
}
std::optional<type> type_named(std::string_view name) {
  return value_named(types, name);
}

std::string_view spelling(space s) {
  return spaces[static_cast<std::size_t>(s)].name;
}
std::optional<space> space_named(std::string_view name) {
  return value_named(spaces, name);
}

}  // namespace warpfold::simt::ptx
