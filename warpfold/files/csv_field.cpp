#include "warpfold/files/csv_field.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

bool is_blank(char character) {
  return character == ' ' || character == '\t';
}

const char* skip_blanks(const char* first, const char* last) {
  return std::find_if_not(first, last, is_blank);
}

std::string_view trimmed(const char* first, const char* last) {
  first = skip_blanks(first, last);
  while (last != first && is_blank(last[-1])) --last;
  return {first, static_cast<std::size_t>(last - first)};
}

// The comma or line feed that ends an unquoted field, or `last`.
const char* find_delimiter(const char* first, const char* last) {
  return std::find_if(first, last, [](char character) { return character == ',' || character == '\n'; });
}

// What ends at `delimiter`, a comma, a line feed or the text's end.
csv_field ending_at(const char* delimiter, const char* last, std::string_view text) {
  const bool at_end = delimiter == last;
  return {text, at_end ? last : delimiter + 1, at_end || *delimiter == '\n', false, 0};
}

std::optional<csv_field> scan_plain(const char* first, const char* last, bool is_last) {
  const char* const delimiter = find_delimiter(first, last);
  if (delimiter == last && !is_last) return std::nullopt;
  const bool ends_record = delimiter == last || *delimiter == '\n';
  const bool carriage_return = ends_record && delimiter != first && delimiter[-1] == '\r';
  return ending_at(delimiter, last, trimmed(first, delimiter - (carriage_return ? 1 : 0)));
}

// The quote that closes the one before `first`, or null; a doubled one stands for itself.
const char* find_closing_quote(const char* first, const char* last, bool is_last, bool& doubled) {
  while (const auto* quote =
             static_cast<const char*>(std::memchr(first, '"', static_cast<std::size_t>(last - first)))) {
    if (quote + 1 == last) return is_last ? quote : nullptr;
    if (quote[1] != '"') return quote;
    doubled = true;
    first = quote + 2;
  }
  return nullptr;
}

std::string without_doubled_quotes(const char* first, const char* last) {
  std::string text;
  for (; first != last; ++first) {
    text += *first;
    if (*first == '"') ++first;
  }
  return text;
}

// `first` is behind the opening quote.
std::optional<csv_field> scan_quoted(const char* first, const char* last, bool is_last, std::string& unescaped) {
  bool doubled = false;
  const char* const closing = find_closing_quote(first, last, is_last, doubled);
  if (closing == nullptr && is_last) throw error("a quote is not closed, expected '\"' before the end");
  if (closing == nullptr) return std::nullopt;
  const std::optional<csv_field> after = scan_plain(closing + 1, last, is_last);
  if (!after) return std::nullopt;
  if (!after->text.empty()) {
    throw error(fmt::format("'{}' follows a closing quote, expected a comma or a line break", printable(after->text)));
  }
  if (doubled) unescaped = without_doubled_quotes(first, closing);
  csv_field field = *after;
  field.text = doubled ? trimmed(unescaped.data(), unescaped.data() + unescaped.size()) : trimmed(first, closing);
  field.quoted = true;
  field.line_breaks = std::count(first, closing, '\n');
  return field;
}

}  // namespace

std::optional<csv_field> scan_csv_field(const char* first, const char* last, bool is_last, std::string& unescaped) {
  const char* const start = skip_blanks(first, last);
  if (start != last && *start == '"') return scan_quoted(start + 1, last, is_last, unescaped);
  return scan_plain(first, last, is_last);
}

}  // namespace warpfold::files
