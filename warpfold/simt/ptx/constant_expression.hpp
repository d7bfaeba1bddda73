// Constant expressions (ISA section 4.5): numbers and C's operators on them, evaluated in 64 bits.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "warpfold/simt/ptx/operand.hpp"
#include "warpfold/simt/ptx/token_stream.hpp"

namespace warpfold::simt::ptx {

// A number. Integers are .s64, or .u64 if written with U or too large for .s64; the usual conversions of C apply.
struct constant {
  bool floating = false;
  bool is_unsigned = false;
  std::uint64_t bits = 0;  // of an integer
  float_immediate real;    // of a floating constant
  bool negative() const { return !floating && !is_unsigned && static_cast<std::int64_t>(bits) < 0; }
};

// Whether a constant expression can begin with the current word.
bool begins_constant(const token_stream& in);

// Parses an expression. Floating-point numbers stand alone, with at most a sign.
constant parse_constant(token_stream& in);

// A constant without operators of two operands: a number, or an expression in parentheses.
constant parse_unary_constant(token_stream& in);

// `+4`, `+-4`, `-4`, a row of them, or nothing: what is added to an address. Addresses wrap, and so does their sum.
std::int64_t parse_offset(token_stream& in);

// An expression whose value must be an integer in [least, most]; `what` names it in the message.
std::int64_t parse_integer(token_stream& in, const std::string& what, std::int64_t least, std::int64_t most);

}  // namespace warpfold::simt::ptx
