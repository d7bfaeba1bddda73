#include "warpfold/simt/ptx/lexer.hpp"

#include <array>
#include <cstdio>

#include "warpfold/base/error.hpp"

namespace warpfold::simt::ptx {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool begins_word(char c) {
  return is_letter(c) || c == '_' || c == '$' || c == '%';
}
bool continues_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f' || c == '\0';
}

constexpr std::array<std::string_view, 8> two_character_symbols = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
constexpr std::string_view one_character_symbols = ";,{}[]():@!|+-*/%~<>&^?=";

}  // namespace

void fail_at(const std::string& name, position at, const std::string& found, const std::string& expected) {
  throw error(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": found " + found +
              ", expected " + expected);
}

std::string quoted(const token& word) {
  constexpr std::size_t longest = 48;
  if (word.kind == token_kind::end) return "the end of the text";
  std::string out = "'";
  for (const char c : word.text.substr(0, longest)) out += c >= ' ' && c <= '~' ? c : '?';
  if (word.text.size() > longest) out += "...";
  return out + "'";
}

position lexer::here() const {
  return {line_, static_cast<int>(place_ - line_begin_) + 1};
}

void lexer::fail(const std::string& found, const std::string& expected) const {
  fail_at(name_, here(), found, expected);
}

// Moves to `end`, counting the lines between.
void lexer::step_over(std::size_t end) {
  for (; place_ < end; ++place_) {
    if (text_[place_] != '\n') continue;
    ++line_;
    line_begin_ = place_ + 1;
  }
}

void lexer::skip_line() {
  place_ = std::min(text_.find('\n', place_), text_.size());
}

bool lexer::skip_comment() {
  if (at(place_) != '/') return false;
  if (at(place_ + 1) == '/') {
    skip_line();
    return true;
  }
  if (at(place_ + 1) != '*') return false;
  const std::size_t end = text_.find("*/", place_ + 2);
  if (end == std::string_view::npos) fail("a comment without end", "'*/'");
  step_over(end + 2);
  return true;
}

bool lexer::skip_leftover_line() {
  if (at(place_) != '#' && text_.substr(place_, 7) != "@@DWARF") return false;
  skip_line();
  return true;
}

void lexer::skip_blanks() {
  while (place_ < text_.size()) {
    if (is_blank(text_[place_])) {
      step_over(place_ + 1);
    } else if (!skip_comment() && !skip_leftover_line()) {
      return;
    }
  }
}

token lexer::finish(token_kind kind, std::size_t end) {
  const token word{kind, text_.substr(place_, end - place_), here()};
  place_ = end;
  return word;
}

token lexer::string_literal() {
  const position begin = here();
  std::size_t end = place_ + 1;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
  if (at(end) != '"') fail("a string without end", "'\"' on the same line");
  const token word{token_kind::string, text_.substr(place_ + 1, end - place_ - 1), begin};
  step_over(end + 1);
  return word;
}

// A number extends as far as letters and digits do, with a decimal point and a signed exponent if it is a decimal one.
// Whether the digits suit the base is judged where its value is taken.
std::size_t lexer::end_of_number(token_kind& kind) const {
  std::size_t end = place_;
  const char second = static_cast<char>(at(place_ + 1) | 0x20);
  const bool based = at(place_) == '0' && (second == 'x' || second == 'b');
  const bool bits = at(place_) == '0' && (second == 'f' || second == 'd') && is_hexadecimal(at(place_ + 2));
  if (based || bits) {
    end += 2;
    while (continues_word(at(end))) ++end;
    kind = bits ? token_kind::real : token_kind::integer;
    return end;
  }
  while (is_digit(at(end))) ++end;
  kind = token_kind::integer;
  if (at(end) == '.' && is_digit(at(end + 1))) {
    kind = token_kind::real;
    for (++end; is_digit(at(end));) ++end;
  } else if (at(end) == '.' && !continues_word(at(end + 1))) {
    kind = token_kind::real;
    ++end;
  }
  const bool signed_exponent = at(end + 1) == '+' || at(end + 1) == '-';
  if ((at(end) | 0x20) == 'e' && is_digit(at(end + (signed_exponent ? 2 : 1)))) {
    kind = token_kind::real;
    end += signed_exponent ? 2 : 1;
  }
  while (continues_word(at(end))) ++end;
  return end;
}

token lexer::next() {
  skip_blanks();
  if (place_ == text_.size()) return finish(token_kind::end, place_);
  const char first = text_[place_];
  std::size_t end = place_ + 1;
  if (begins_word(first) && (first != '%' || continues_word(at(end)))) {
    while (continues_word(at(end))) ++end;
    return finish(token_kind::identifier, end);
  }
  if (first == '.' && continues_word(at(end))) {
    while (continues_word(at(end)) || (at(end) == ':' && at(end + 1) == ':' && continues_word(at(end + 2)))) {
      end += at(end) == ':' ? 2 : 1;
    }
    return finish(token_kind::dotted, end);
  }
  if (is_digit(first)) {
    token_kind kind = token_kind::integer;
    end = end_of_number(kind);
    return finish(kind, end);
  }
  if (first == '"') return string_literal();
  for (const std::string_view symbol : two_character_symbols) {
    if (text_.substr(place_, 2) == symbol) return finish(token_kind::symbol, place_ + 2);
  }
  if (one_character_symbols.find(first) != std::string_view::npos) return finish(token_kind::symbol, end);
  std::array<char, 8> code{};
  std::snprintf(code.data(), code.size(), "0x%02x", static_cast<unsigned char>(first));
  fail("the character " + std::string(code.data()), "PTX");
}

}  // namespace warpfold::simt::ptx
