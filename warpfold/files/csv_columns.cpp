#include "warpfold/files/csv_columns.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

constexpr std::int64_t most_names_in_a_message = 8;

std::optional<std::int64_t> as_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

csv_columns::csv_columns(std::string column)
    : all_(column.empty()), wanted_(std::move(column)), number_(as_number(wanted_)), selected_(number_.value_or(-1)) {}

void csv_columns::take_name(std::string_view name, std::int64_t index) {
  if (index < most_names_in_a_message) first_names_ += fmt::format("{}{}", index == 0 ? "" : ", ", printable(name));
  if (index == most_names_in_a_message) first_names_ += ", ...";
  if (all_ || name != wanted_) return;
  named_twice_ = named_ >= 0;
  named_ = index;
}

bool csv_columns::end_first_line(std::int64_t count, bool is_header) {
  count_ = count;
  const bool named = is_header && named_ >= 0;
  if (all_ || (!named && number_ && *number_ < count)) return false;
  if (named_ < 0 && number_) {
    throw error(fmt::format("has {} columns, expected more than {} for the column of that number", count, *number_));
  }
  if (named_ < 0) {
    throw error(fmt::format("has no column '{}', expected one of {}", printable(wanted_), first_names_));
  }
  if (named_twice_) throw error(fmt::format("has two columns '{}', expected one", printable(wanted_)));
  selected_ = named_;
  return true;
}

}  // namespace warpfold::files
