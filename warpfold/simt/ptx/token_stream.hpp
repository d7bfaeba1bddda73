// A lexer with one word of look-ahead and the questions that a recursive-descent parser asks.
#pragma once

#include <string>
#include <string_view>

#include "warpfold/simt/ptx/lexer.hpp"
#include "warpfold/simt/ptx/token.hpp"

namespace warpfold::simt::ptx {

class token_stream {
 public:
  token_stream(std::string_view text, const std::string& name)
      : lexer_(text, name), current_(lexer_.next()), following_(lexer_.next()) {}

  const token& peek() const { return current_; }
  const token& peek_second() const { return following_; }
  token take() {
    const token taken = current_;
    current_ = following_;
    following_ = lexer_.next();
    return taken;
  }

  bool at_end() const { return current_.kind == token_kind::end; }
  bool at(token_kind kind) const { return current_.kind == kind; }
  bool at_symbol(std::string_view symbol) const { return at(token_kind::symbol) && current_.text == symbol; }
  bool at_dotted(std::string_view word) const { return at(token_kind::dotted) && current_.text == word; }

  // Takes the word if it is this one.
  bool accept_symbol(std::string_view symbol) { return at_symbol(symbol) && (take(), true); }
  bool accept_dotted(std::string_view word) { return at_dotted(word) && (take(), true); }
  bool accept_identifier(std::string_view word) {
    return at(token_kind::identifier) && current_.text == word && (take(), true);
  }

  // Takes the word, or throws if it is not this one or not of this kind.
  void expect_symbol(std::string_view symbol) {
    if (!accept_symbol(symbol)) fail("'" + std::string(symbol) + "'");
  }
  token expect(token_kind kind, std::string_view what) {
    if (!at(kind)) fail(std::string(what));
    return take();
  }

  // Throws: the current word, or the given one, is not what was expected.
  [[noreturn]] void fail(const std::string& expected) const { fail(current_, expected); }
  [[noreturn]] void fail(const token& found, const std::string& expected) const {
    fail_at(lexer_.name(), found.at, quoted(found), expected);
  }
  [[noreturn]] void fail(position at, const std::string& found, const std::string& expected) const {
    fail_at(lexer_.name(), at, found, expected);
  }

 private:
  lexer lexer_;
  token current_;
  token following_;
};

}  // namespace warpfold::simt::ptx
