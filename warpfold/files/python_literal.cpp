#include "warpfold/files/python_literal.hpp"

#include <charconv>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {

void python_literal::fail(std::string_view expected) {
  const std::string found = rest_.empty() ? "the end" : fmt::format("'{}'", printable(rest_, 30));
  throw error(fmt::format("header has {}, expected {}", found, expected));
}

char python_literal::peek() {
  const std::size_t blanks = rest_.find_first_not_of(" \t\r\n\f");
  rest_.remove_prefix(blanks == std::string_view::npos ? rest_.size() : blanks);
  return rest_.empty() ? '\0' : rest_.front();
}

bool python_literal::accept(char character) {
  if (peek() != character || rest_.empty()) return false;
  rest_.remove_prefix(1);
  return true;
}

void python_literal::expect(char character) {
  if (!accept(character)) fail(fmt::format("'{}'", character));
}

void python_literal::expect_end() {
  if (peek(); !rest_.empty()) fail("the end");
}

std::string_view python_literal::string() {
  const char quote = peek();
  if (quote != '\'' && quote != '"') fail("a string");
  const std::size_t end = rest_.find_first_of(quote == '\'' ? "'\\\n" : "\"\\\n", 1);
  if (end == std::string_view::npos || rest_[end] != quote) fail("a string on one line without escapes");
  const std::string_view text = rest_.substr(1, end - 1);
  rest_.remove_prefix(end + 1);
  return text;
}

bool python_literal::accept_word(std::string_view word) {
  if (!rest_.starts_with(word)) return false;
  rest_.remove_prefix(word.size());
  return true;
}

bool python_literal::boolean() {
  peek();
  if (accept_word("True")) return true;
  if (accept_word("False")) return false;
  fail("True or False");
}

std::int64_t python_literal::integer() {
  peek();
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
  const std::string_view digits = rest_.substr(0, static_cast<std::size_t>(end - rest_.data()));
  if (status == std::errc::invalid_argument) fail("an integer");
  if (status == std::errc::result_out_of_range) fail("an integer below 2^63");
  if (digits.starts_with("-0") || (digits.starts_with('0') && digits != "0")) fail("an integer without leading zeros");
  rest_.remove_prefix(digits.size());
  accept_word("L");
  return value;
}

dimensions python_literal::tuple() {
  if (peek() != '(') fail("a tuple of integers");
  expect('(');
  dimensions values;
  while (!accept(')')) {
    values.push_back(integer());
    if (accept(',')) continue;
    // Without a comma, parentheses around one integer do not make a tuple.
    expect(values.size() == 1 ? ',' : ')');
    break;
  }
  return values;
}

}  // namespace warpfold::files
