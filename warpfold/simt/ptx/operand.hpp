// What an instruction works on, as written.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace warpfold::simt::ptx {

struct register_operand {  // into function::registers
  int index = -1;
};
struct special_register {  // "%tid.x", "%laneid", "%clock64", …
  std::string name;
};
struct integer_immediate {
  std::uint64_t bits = 0;
  bool negative = false;  // the value is below zero: bits is its two's complement
};
struct float_immediate {
  double value = 0;
  bool single = false;     // 0f…
  std::uint64_t bits = 0;  // as written by 0f… or 0d…; of the double otherwise
};
struct symbol_operand {  // address of a variable or function, plus an offset in bytes
  std::string name;
  std::int64_t offset = 0;
};
struct label_operand {
  int block = -1;    // index into function::labels; -1: a table or prototype of the function
  std::string name;  // as in function::labels, function::tables or function::prototypes
};
struct sink_operand {};  // `_`

using scalar_operand = std::variant<sink_operand, register_operand, special_register, integer_immediate,
                                    float_immediate, symbol_operand, label_operand>;

struct operand {
  enum class form : std::uint8_t {
    scalar,   // a            parts[0]
    address,  // [a+offset]   parts[0], offset; [a, {x, y}] has the coordinates in parts[1], …
    vector,   // {a, b, …}    parts
    pair,     // d|p          parts[0], parts[1]
    list,     // (a, b, …)    call arguments and results
  };
  form shape = form::scalar;
  bool negated = false;     // !p
  std::int64_t offset = 0;  // bytes, for address
  std::vector<scalar_operand> parts;
  int lane_select = -1;  // a.b0 … a.b3: 0 … 3, a.h0, a.h1: 4, 5 (video instructions); -1: none
};

}  // namespace warpfold::simt::ptx
