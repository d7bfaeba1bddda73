// Numbers as text: decimals to every element type, correctly rounded once, whatever the locale.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "warpfold/base/dtype.hpp"

namespace warpfold::files {

enum class decimal_status : std::uint8_t { ok, not_a_number, out_of_range };

// Reads a number at `first`, which is not blank, as far as it goes; `end` is the first character that is not of it.
// Integers: an optional sign and digits; out_of_range where T cannot hold it. Floats: also a point, an exponent, "inf",
// "infinity", "nan"; rounded to nearest, ties to even, to infinity beyond the largest. Booleans: 0, 1, true, false.
// Complex: "2", "3j", "2+3j", in parentheses or not. Letters in either case.
struct decimal_end {
  const char* end;
  decimal_status status;
};
template <element T>
decimal_end read_decimal(const char* first, const char* last, T& value);

#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  extern template decimal_end read_decimal<cpp_type>(const char*, const char*, std::type_identity_t<cpp_type>&);
#include "warpfold/base/dtypes.def"

// All of `text` as one number.
template <element T>
decimal_status read_whole_decimal(std::string_view text, T& value) {
  const char* const last = text.data() + text.size();
  const auto [end, status] = read_decimal(text.data(), last, value);
  return status != decimal_status::not_a_number && end != last ? decimal_status::not_a_number : status;
}

// Whether `text` is a number of some type, true or false, or begins as a number does: with a digit behind a sign, a
// point and a parenthesis or none of these.
bool resembles_decimal(std::string_view text);

}  // namespace warpfold::files
