#include "warpfold/simt/core/form.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace warpfold::simt {
namespace {

ptx::type named_type(const std::string& name) {
  return ptx::type_named(name).value_or(ptx::type::none);
}

}  // namespace

form::form(const isa_row& row, const ptx::instruction& written, bool watched, bool in_kernel)
    : row_(row), written_(written), watched_(watched), in_kernel_(in_kernel) {}

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

bool form::guarded() const {
  return written_.guard.has_value();
}

bool form::in_kernel() const {
  return in_kernel_;
}

const isa_row& form::row() const {
  return row_;
}

}  // namespace warpfold::simt
