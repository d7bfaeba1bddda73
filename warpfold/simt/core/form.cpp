#include "warpfold/simt/core/form.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpfold::simt {
namespace {

constexpr std::pair<std::string_view, ptx::type> type_names[] = {
    {"b8", ptx::type::b8},         {"b16", ptx::type::b16}, {"b32", ptx::type::b32},     {"b64", ptx::type::b64},
    {"b128", ptx::type::b128},     {"u8", ptx::type::u8},   {"u16", ptx::type::u16},     {"u32", ptx::type::u32},
    {"u64", ptx::type::u64},       {"s8", ptx::type::s8},   {"s16", ptx::type::s16},     {"s32", ptx::type::s32},
    {"s64", ptx::type::s64},       {"f16", ptx::type::f16}, {"f16x2", ptx::type::f16x2}, {"bf16", ptx::type::bf16},
    {"bf16x2", ptx::type::bf16x2}, {"f32", ptx::type::f32}, {"f64", ptx::type::f64},     {"tf32", ptx::type::tf32},
    {"pred", ptx::type::pred},
};

ptx::type named_type(std::string_view name) {
  for (const auto& [known, type] : type_names) {
    if (known == name) return type;
  }
  return ptx::type::none;
}

}  // namespace

form::form(const isa_row& row, const ptx::instruction& written, bool watched)
    : row_(row), written_(written), watched_(watched) {}

bool form::has(const char* modifier) const {
  return std::ranges::find(written_.modifiers, modifier) != written_.modifiers.end();
}

ptx::type form::type() const {
  ptx::type last = ptx::type::none;
  for (const std::string& modifier : written_.modifiers) {
    const ptx::type type = named_type(modifier);
    if (type != ptx::type::none) last = type;
  }
  return last;
}

ptx::type form::type(int n) const {
  for (const std::string& modifier : written_.modifiers) {
    const ptx::type type = named_type(modifier);
    if (type != ptx::type::none && n-- == 0) return type;
  }
  return ptx::type::none;
}

ptx::type form::unsigned_type() const {
  using enum ptx::type;
  switch (const ptx::type t = type()) {
    case s8:
    case b8:
      return u8;
    case s16:
    case b16:
      return u16;
    case s32:
    case b32:
      return u32;
    case s64:
    case b64:
      return u64;
    default:
      return t;
  }
}

int form::operand_count() const {
  return static_cast<int>(written_.operands.size());
}

int form::part_count(int n) const {
  return static_cast<int>(written_.operands.at(static_cast<std::size_t>(n)).parts.size());
}

long long form::integer(int n, long long otherwise) const {
  if (n >= operand_count()) return otherwise;
  const ptx::operand& operand = written_.operands[static_cast<std::size_t>(n)];
  if (operand.parts.size() != 1) return otherwise;
  const auto* immediate = std::get_if<ptx::integer_immediate>(operand.parts.data());
  return immediate == nullptr ? otherwise : static_cast<long long>(immediate->bits);
}

bool form::watched() const {
  return watched_;
}

const isa_row& form::row() const {
  return row_;
}

}  // namespace warpfold::simt
