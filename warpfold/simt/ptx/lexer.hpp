// PTX text to words. Comments, `# 1 "file"` lines that a preprocessor left and `@@DWARF` lines are blanks.
#pragma once

#include <string>
#include <string_view>

#include "warpfold/simt/ptx/token.hpp"

namespace warpfold::simt::ptx {

class lexer {
 public:
  // `name` stands in messages. Both must outlive the lexer and, as for `text`, its tokens.
  lexer(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  // The next word; token_kind::end at the end of the text and ever after. Throws warpfold::error at a character that
  // begins no word, an unfinished comment or string.
  token next();

  const std::string& name() const { return name_; }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  position here() const;
  void skip_blanks();
  bool skip_comment();
  bool skip_leftover_line();
  void skip_line();
  void step_over(std::size_t end);
  token finish(token_kind kind, std::size_t end);
  token string_literal();
  std::size_t end_of_number(token_kind& kind) const;
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

  std::string_view text_;
  const std::string& name_;
  std::size_t place_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
};

// The one form of this room's messages: "NAME:LINE:COLUMN: found X, expected Y", thrown as warpfold::error.
[[noreturn]] void fail_at(const std::string& name, position at, const std::string& found, const std::string& expected);

// A word for a message: printable, of bounded length, in quotes; "the end of the text" for the end.
std::string quoted(const token& word);

}  // namespace warpfold::simt::ptx
