// Errors that name the file they are about.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "warpfold/base/error.hpp"

namespace warpfold::files {

// `text` as it may stand in a one-line message: control characters escaped, the rest beyond `limit` bytes left out.
inline std::string printable(std::string_view text, std::size_t limit = 60) {
  static constexpr std::string_view hexadecimal = "0123456789abcdef";
  std::string line;
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    const bool starts_character = (code & 0xc0u) != 0x80u;
    if (line.size() >= limit && starts_character) return line + "...";
    if (code < 0x20u || code == 0x7fu) {
      line += {'\\', 'x', hexadecimal[code >> 4], hexadecimal[code & 15u]};
    } else {
      line += character;
    }
  }
  return line;
}

// Calls action() and returns its result; an error it throws gets the name in front.
template <class Action>
decltype(auto) naming(const std::string& name, Action&& action) {
  try {
    return std::forward<Action>(action)();
  } catch (const error& cause) {
    throw error(name + ": " + cause.what());
  }
}

}  // namespace warpfold::files
