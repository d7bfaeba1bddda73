#include "tools/one_line.hpp"

#include <fmt/format.h>

namespace warpfold::tools {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

// Whether `second` may follow `lead` in UTF-8: no character in more bytes than it needs, no surrogate, nothing above
// U+10FFFF (Unicode, table 3-7). The controls U+0080 to U+009F count as wrong, too.
bool may_follow(unsigned lead, unsigned second) {
  switch (lead) {
    case 0xc2:
    case 0xe0:
      return second >= 0xa0 && second < 0xc0;
    case 0xed:
      return second >= 0x80 && second < 0xa0;
    case 0xf0:
      return second >= 0x90 && second < 0xc0;
    case 0xf4:
      return second >= 0x80 && second < 0x90;
    default:
      return second >= 0x80 && second < 0xc0;
  }
}

// The bytes of the printable character that `text` begins with; 0 where it begins with none.
std::size_t printable_length(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length || !may_follow(lead, byte_at(text, 1))) return 0;
  for (std::size_t index = 2; index < length; ++index) {
    if ((byte_at(text, index) & 0xc0u) != 0x80u) return 0;
  }
  return length;
}

std::string escape(char character) {
  return character == '\n' ? "\\n" : fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    line += length == 0 ? escape(text.front()) : std::string(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return line;
}

}  // namespace warpfold::tools
