// One field of comma-separated values, as RFC 4180 describes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpfold::files {

struct csv_field {
  std::string_view text;  // without quotes and the blanks around them
  const char* next;       // where the next field starts
  bool ends_record;       // by a line break or the end of the text, not by a comma
  bool quoted;
  std::int64_t line_breaks;  // within the quotes
};

// The field that starts at `first`, or nothing where [first, last) does not hold all of it and is not the text's end.
// Lines end in LF or CRLF. `unescaped` holds the text of a field with doubled quotes.
// Throws error for text after a closing quote, and for a quote that the text's end leaves open.
std::optional<csv_field> scan_csv_field(const char* first, const char* last, bool is_last, std::string& unescaped);

}  // namespace warpfold::files
