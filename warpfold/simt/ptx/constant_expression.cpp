#include "warpfold/simt/ptx/constant_expression.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <optional>

namespace warpfold::simt::ptx {
namespace {

constexpr int deepest_expression = 200;  // of nested parentheses, signs and conditionals

std::optional<std::uint64_t> digits(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

constant integer(std::uint64_t bits, bool is_unsigned) {
  return {false, is_unsigned, bits, {}};
}

constant integer_literal(const token_stream& in, const token& word) {
  std::string_view text = word.text;
  bool is_unsigned = false;
  if (text.back() == 'U' || text.back() == 'u') {
    is_unsigned = true;
    text.remove_suffix(1);
  }
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const char letter = static_cast<char>(text[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    text.remove_prefix(base == 8 ? 1 : 2);
  }
  const std::optional<std::uint64_t> value = digits(text, base);
  if (!value) in.fail(word, "an integer of at most 64 bits");
  return integer(*value, is_unsigned || *value >> 63 != 0);
}

float_immediate real_literal(const token_stream& in, const token& word) {
  const std::string_view text = word.text;
  const char letter = text.size() > 1 ? static_cast<char>(text[1] | 0x20) : '\0';
  if (text[0] == '0' && (letter == 'f' || letter == 'd')) {
    const bool single = letter == 'f';
    const std::optional<std::uint64_t> bits = digits(text.substr(2), 16);
    if (!bits || text.size() != (single ? 10u : 18u)) {
      in.fail(word, single ? "0f and 8 hexadecimal digits" : "0d and 16 hexadecimal digits");
    }
    const double value = single ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(*bits)))
                                : std::bit_cast<double>(*bits);
    return {value, single, *bits};
  }
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) in.fail(word, "a number that a double can hold");
  return {value, false, std::bit_cast<std::uint64_t>(value)};
}

float_immediate negated(float_immediate real) {
  real.value = -real.value;
  real.bits ^= std::uint64_t{1} << (real.single ? 31 : 63);
  return real;
}

// Binding strengths of the operators of two operands, as in C.
struct operator_row {
  std::string_view symbol;
  int strength;
};
constexpr std::array<operator_row, 18> operators = {{{"||", 1},
                                                     {"&&", 2},
                                                     {"|", 3},
                                                     {"^", 4},
                                                     {"&", 5},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"<<", 8},
                                                     {">>", 8},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"*", 10},
                                                     {"/", 10},
                                                     {"%", 10}}};

constexpr int strength_of_product = 10;

int strength_of(const token& word) {
  if (word.kind != token_kind::symbol) return 0;
  for (const operator_row& row : operators) {
    if (row.symbol == word.text) return row.strength;
  }
  return 0;
}

class evaluator {
 public:
  explicit evaluator(token_stream& in) : in_(in) {}

  constant conditional() {
    const depth_guard guard(*this);
    const constant condition = binary(1);
    if (!in_.at_symbol("?")) return condition;
    const token mark = in_.take();
    require_integer(condition, mark);
    const constant then = conditional();
    in_.expect_symbol(":");
    const constant otherwise = conditional();
    return condition.bits != 0 ? then : otherwise;
  }

  constant unary() {
    const depth_guard guard(*this);
    if (in_.at(token_kind::integer)) return integer_literal(in_, in_.take());
    if (in_.at(token_kind::real)) return {true, false, 0, real_literal(in_, in_.take())};
    if (in_.accept_identifier("WARP_SZ")) return integer(32, false);
    const token mark = in_.peek();
    if (in_.accept_symbol("(")) return parenthesized();
    if (in_.accept_symbol("-")) return negate(unary());
    if (in_.accept_symbol("+")) return unary();
    if (in_.accept_symbol("~")) {
      const constant of = require_integer(unary(), mark);
      return integer(~of.bits, of.is_unsigned);
    }
    if (in_.accept_symbol("!")) return integer(require_integer(unary(), mark).bits == 0, false);
    in_.fail("a constant");
  }

  // Operators that bind at least as strongly as `*`.
  constant product() { return binary(strength_of_product); }

 private:
  struct depth_guard {
    explicit depth_guard(evaluator& of) : of_(of) {
      if (++of_.depth_ > deepest_expression)
        of_.in_.fail("an expression nested at most " + std::to_string(deepest_expression) + " deep");
    }
    ~depth_guard() { --of_.depth_; }
    depth_guard(const depth_guard&) = delete;
    depth_guard& operator=(const depth_guard&) = delete;
    evaluator& of_;
  };

  constant parenthesized() {
    for (const bool is_unsigned : {false, true}) {
      if (!in_.accept_dotted(is_unsigned ? ".u64" : ".s64")) continue;
      const token closing = in_.peek();
      in_.expect_symbol(")");
      return integer(require_integer(unary(), closing).bits, is_unsigned);
    }
    const constant inside = conditional();
    in_.expect_symbol(")");
    return inside;
  }

  static constant negate(const constant& of) {
    if (of.floating) return {true, false, 0, negated(of.real)};
    return integer(0 - of.bits, of.is_unsigned && of.bits != std::uint64_t{1} << 63);
  }

  constant binary(int least_strength) {
    constant left = unary();
    while (strength_of(in_.peek()) >= least_strength) {
      const token mark = in_.take();
      const constant right = binary(strength_of(mark) + 1);
      left = apply(mark, require_integer(left, mark), require_integer(right, mark));
    }
    return left;
  }

  const constant& require_integer(const constant& of, const token& mark) const {
    if (of.floating) in_.fail(mark, "operators on integers only");
    return of;
  }

  constant apply(const token& mark, const constant& a, const constant& b) const {
    const std::string_view symbol = mark.text;
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const auto x = static_cast<std::int64_t>(a.bits);
    const auto y = static_cast<std::int64_t>(b.bits);
    const bool less = is_unsigned ? a.bits < b.bits : x < y;
    const bool equal = a.bits == b.bits;
    if (symbol == "+") return integer(a.bits + b.bits, is_unsigned);
    if (symbol == "-") return integer(a.bits - b.bits, is_unsigned);
    if (symbol == "*") return integer(a.bits * b.bits, is_unsigned);
    if (symbol == "/" || symbol == "%") return divide(mark, a.bits, b.bits, is_unsigned);
    if (symbol == "<<") return integer(b.bits < 64 ? a.bits << b.bits : 0, a.is_unsigned);
    if (symbol == ">>") return shift_right(a, b.bits);
    if (symbol == "&") return integer(a.bits & b.bits, is_unsigned);
    if (symbol == "^") return integer(a.bits ^ b.bits, is_unsigned);
    if (symbol == "|") return integer(a.bits | b.bits, is_unsigned);
    if (symbol == "==") return integer(equal, false);
    if (symbol == "!=") return integer(!equal, false);
    if (symbol == "<") return integer(less, false);
    if (symbol == ">=") return integer(!less, false);
    if (symbol == "<=") return integer(less || equal, false);
    if (symbol == ">") return integer(!less && !equal, false);
    if (symbol == "&&") return integer(a.bits != 0 && b.bits != 0, false);
    return integer(a.bits != 0 || b.bits != 0, false);
  }

  constant divide(const token& mark, std::uint64_t a, std::uint64_t b, bool is_unsigned) const {
    if (b == 0) in_.fail(mark, "a divisor that is not zero");
    const bool quotient = mark.text == "/";
    if (is_unsigned) return integer(quotient ? a / b : a % b, true);
    if (b == ~std::uint64_t{0}) return integer(quotient ? 0 - a : 0, false);  // also of the least .s64
    const auto x = static_cast<std::int64_t>(a);
    const auto y = static_cast<std::int64_t>(b);
    return integer(static_cast<std::uint64_t>(quotient ? x / y : x % y), false);
  }

  static constant shift_right(const constant& a, std::uint64_t by) {
    if (a.is_unsigned) return integer(by < 64 ? a.bits >> by : 0, true);
    const std::uint64_t amount = by < 64 ? by : 63;
    return integer(static_cast<std::uint64_t>(static_cast<std::int64_t>(a.bits) >> amount), false);
  }

  token_stream& in_;
  int depth_ = 0;
};

}  // namespace

bool begins_constant(const token_stream& in) {
  if (in.at(token_kind::integer) || in.at(token_kind::real)) return true;
  if (in.at(token_kind::identifier)) return in.peek().text == "WARP_SZ";
  return in.at_symbol("-") || in.at_symbol("+") || in.at_symbol("~") || in.at_symbol("!") || in.at_symbol("(");
}

constant parse_constant(token_stream& in) {
  return evaluator(in).conditional();
}

constant parse_unary_constant(token_stream& in) {
  return evaluator(in).unary();
}

std::int64_t parse_offset(token_stream& in) {
  std::uint64_t sum = 0;
  while (in.at_symbol("+") || in.at_symbol("-")) {
    const bool minus = in.take().text == "-";
    const token at = in.peek();
    const constant step = evaluator(in).product();
    if (step.floating) in.fail(at, "an integer");
    sum += minus ? 0 - step.bits : step.bits;
  }
  return static_cast<std::int64_t>(sum);
}

std::int64_t parse_integer(token_stream& in, const std::string& what, std::int64_t least, std::int64_t most) {
  const token first = in.peek();
  const constant value = parse_constant(in);
  const auto number = static_cast<std::int64_t>(value.bits);
  const bool representable = !value.floating && !(value.is_unsigned && number < 0);
  if (representable && number >= least && number <= most) return number;
  const std::string found = value.floating      ? "a floating-point number"
                            : value.is_unsigned ? std::to_string(value.bits)
                                                : std::to_string(number);
  in.fail(first.at, found, what + " from " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace warpfold::simt::ptx
