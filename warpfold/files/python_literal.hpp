// Reads Python literals, as far as the header of a .npy file needs them, from left to right. Nothing is evaluated.
#pragma once

#include <cstdint>
#include <string_view>

#include "warpfold/base/array_view.hpp"

namespace warpfold::files {

// Every function skips blanks first, and throws error where it finds anything but what it is called for.
class python_literal {
 public:
  explicit python_literal(std::string_view text) : rest_(text) {}

  // Takes `character` if it is next.
  bool accept(char character);
  void expect(char character);
  void expect_end();
  // The next character, or NUL at the end.
  char peek();

  // 'text' or "text", without escapes.
  std::string_view string();
  // True or False.
  bool boolean();
  // A tuple of integers: (), (2,), (2, 3), with Python 2's L after an integer or not.
  dimensions tuple();

 private:
  std::int64_t integer();
  bool accept_word(std::string_view word);
  [[noreturn]] void fail(std::string_view expected);

  std::string_view rest_;
};

}  // namespace warpfold::files
