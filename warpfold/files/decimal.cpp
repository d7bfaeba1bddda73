#include "warpfold/files/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <fast_float/fast_float.h>

namespace warpfold::files {
namespace {

constexpr decimal_end no_number(const char* first) {
  return {first, decimal_status::not_a_number};
}

bool is_digit(char character) {
  return '0' <= character && character <= '9';
}

// A plus sign, which from_chars does not take, before anything that could be a number.
const char* after_plus(const char* first, const char* last) {
  return last - first > 1 && first[0] == '+' && first[1] != '-' && first[1] != '+' ? first + 1 : first;
}

template <std::integral T>
decimal_end read(const char* first, const char* last, T& value) {
  const auto [end, code] = std::from_chars(after_plus(first, last), last, value);
  if (code == std::errc::result_out_of_range) return {end, decimal_status::out_of_range};
  if (code != std::errc()) return no_number(first);
  return {end, decimal_status::ok};
}

bool starts_with_word(const char* first, const char* last, std::string_view lower_case) {
  return static_cast<std::size_t>(last - first) >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), first,
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b); });
}

decimal_end read(const char* first, const char* last, bool& value) {
  for (const auto& [word, meaning] :
       {std::pair{std::string_view("true"), true}, {"1", true}, {"false", false}, {"0", false}}) {
    if (!starts_with_word(first, last, word)) continue;
    value = meaning;
    return {first + word.size(), decimal_status::ok};
  }
  return no_number(first);
}

template <std::floating_point T>
decimal_end read(const char* first, const char* last, T& value) {
  const auto [end, code] = fast_float::from_chars(after_plus(first, last), last, value);
  // Beyond the range the value is the infinity or the zero that rounding gives.
  if (code != std::errc() && code != std::errc::result_out_of_range) return no_number(first);
  return {end, decimal_status::ok};
}

// A decimal's magnitude as d1.d2d3… · 10^exponent with d1 and the last digit not 0; zero has no digits.
class scientific {
 public:
  scientific(const char* first, const char* last) {
    for (; first != last && *first != 'e' && *first != 'E'; ++first) take(*first);
    digits_.resize(digits_.find_last_not_of('0') + 1);
    if (first != last) std::from_chars(after_plus(first + 1, last), last, written_exponent_);
  }

  friend std::strong_ordering operator<=>(const scientific& a, const scientific& b) {
    if (a.digits_.empty() || b.digits_.empty()) return !a.digits_.empty() <=> !b.digits_.empty();
    if (const auto order = a.exponent() <=> b.exponent(); std::is_neq(order)) return order;
    return a.digits_.compare(b.digits_) <=> 0;
  }

 private:
  std::int64_t exponent() const { return exponent_ + written_exponent_; }

  void take(char character) {
    after_point_ |= character == '.';
    if (!is_digit(character)) return;
    const bool leading = digits_.empty();
    if (leading && after_point_) --exponent_;
    if (!leading && !after_point_) ++exponent_;
    if (!leading || character != '0') digits_ += character;
  }

  std::string digits_;
  std::int64_t exponent_ = 0;
  std::int64_t written_exponent_ = 0;
  bool after_point_ = false;
};

scientific scientific_of(double value) {
  // More digits than any number between two neighbours of a 16-bit type has.
  std::array<char, 256> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, 200).ptr;
  return {text.data(), end};
}

// The value of a positive 16-bit float, infinity being the power of two above the largest number.
template <class Half>
double extended(Half value) {
  const auto infinity = Half(std::numeric_limits<float>::infinity()).bits;
  const auto binade = static_cast<std::uint16_t>(infinity & -infinity);
  if (value.bits != infinity) return static_cast<double>(value);
  return 2 * static_cast<double>(Half::from_bits(static_cast<std::uint16_t>(infinity - binade)));
}

// The decimal [first, last), which rounds to `single`, rounded once. Rounding `single` again is wrong only where it
// lies within its own precision of the middle of two 16-bit neighbours; there the digits decide.
template <class Half>
Half round_once(float single, const char* first, const char* last) {
  const float magnitude = std::fabs(single);
  const Half below(std::nextafter(magnitude, 0.0f));
  const Half above(std::nextafter(magnitude, std::numeric_limits<float>::infinity()));
  if (below.bits == above.bits || std::isnan(single)) return Half(single);
  const auto order = scientific(first, last) <=> scientific_of((extended(below) + extended(above)) / 2);
  const Half even = (below.bits & 1u) == 0 ? below : above;
  const Half rounded = std::is_lt(order) ? below : std::is_gt(order) ? above : even;
  return std::signbit(single) ? Half::from_bits(static_cast<std::uint16_t>(rounded.bits | 0x8000u)) : rounded;
}

template <class Half>
decimal_end read_half(const char* first, const char* last, Half& value) {
  float single = 0;
  const decimal_end found = read(first, last, single);
  if (found.status == decimal_status::ok) value = round_once<Half>(single, first, found.end);
  return found;
}

decimal_end read(const char* first, const char* last, float16& value) {
  return read_half(first, last, value);
}
decimal_end read(const char* first, const char* last, bfloat16& value) {
  return read_half(first, last, value);
}

bool is_imaginary_unit(const char* at, const char* last) {
  return at != last && (*at == 'j' || *at == 'J');
}

// "2", "3j" or "2+3j".
template <class T>
decimal_end read_sum(const char* first, const char* last, std::complex<T>& value) {
  T real = 0;
  const decimal_end found = read(first, last, real);
  if (found.status != decimal_status::ok) return found;
  if (is_imaginary_unit(found.end, last)) {
    value = {T(0), real};
    return {found.end + 1, decimal_status::ok};
  }
  value = {real, T(0)};
  if (found.end == last || (*found.end != '+' && *found.end != '-')) return found;
  T imaginary = 0;
  // numpy.savetxt writes 2+-3j.
  const char* const second = found.end + (last - found.end > 1 && found.end[0] == '+' && found.end[1] == '-' ? 1 : 0);
  const decimal_end rest = read(second, last, imaginary);
  if (rest.status != decimal_status::ok || !is_imaginary_unit(rest.end, last)) return no_number(first);
  value = {real, imaginary};
  return {rest.end + 1, decimal_status::ok};
}

template <class T>
decimal_end read(const char* first, const char* last, std::complex<T>& value) {
  if (first == last || *first != '(') return read_sum(first, last, value);
  const decimal_end inner = read_sum(first + 1, last, value);
  if (inner.status != decimal_status::ok || inner.end == last || *inner.end != ')') return no_number(first);
  return {inner.end + 1, decimal_status::ok};
}

}  // namespace

template <element T>
decimal_end read_decimal(const char* first, const char* last, T& value) {
  return read(first, last, value);
}

#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  template decimal_end read_decimal<cpp_type>(const char*, const char*, std::type_identity_t<cpp_type>&);
#include "warpfold/base/dtypes.def"

bool resembles_decimal(std::string_view text) {
  bool truth = false;
  std::complex<double> number;
  const std::size_t first = text.find_first_not_of("(+-.");
  return (first != std::string_view::npos && is_digit(text[first])) ||
         read_whole_decimal(text, number) == decimal_status::ok ||
         read_whole_decimal(text, truth) == decimal_status::ok;
}

}  // namespace warpfold::files
