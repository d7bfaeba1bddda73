#include "warpfold/files/csv_header.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "warpfold/base/error.hpp"
#include "warpfold/files/csv_field.hpp"
#include "warpfold/files/decimal.hpp"

namespace warpfold::files {
namespace {

// Takes a line that is not blank off `text`; none of its fields where it is not all there.
std::vector<std::string> take_line(std::string_view& text, bool is_all) {
  std::vector<std::string> fields;
  std::string unescaped;
  while (!text.empty()) {
    const auto field = scan_csv_field(text.data(), text.data() + text.size(), is_all, unescaped);
    if (!field) return {};
    text.remove_prefix(static_cast<std::size_t>(field->next - text.data()));
    const bool blank = fields.empty() && field->ends_record && field->text.empty() && !field->quoted;
    if (!blank) fields.emplace_back(field->text);
    if (!blank && field->ends_record) break;
  }
  return fields;
}

}  // namespace

bool begins_with_header(std::string_view text, bool is_all) {
  try {
    const std::vector<std::string> first = take_line(text, is_all);
    const std::vector<std::string> second = take_line(text, is_all);
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
      if (!first[i].empty() && !resembles_decimal(first[i]) && resembles_decimal(second[i])) return true;
    }
    return false;
  } catch (const error&) {
    return false;  // whoever reads the line says what is wrong with it
  }
}

}  // namespace warpfold::files
