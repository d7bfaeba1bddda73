// What PTX text says, as data: the parser's result and the decoder's input. Names are resolved to declarations and
// scopes are gone; what an instruction means is not yet decided (simt/isa knows that).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpfold::simt::ptx {

// A place in the PTX text; both count from 1.
struct position {
  int line = 0;
  int column = 0;
};

// A place in the source that the PTX was compiled from, from a `.loc` directive; file indexes module::files.
struct source_line {
  int file = -1;  // -1: unknown
  int line = 0;
  int column = 0;
};

// Fundamental types, in the ISA's spelling (ISA section 5.2 and the alternate floating-point formats of 5.2.3).
enum class type : std::uint8_t {
  none, b8, b16, b32, b64, b128, u8, u16, u32, u64, s8, s16, s32, s64,
  f16, f16x2, bf16, bf16x2, f32, f64, tf32, pred,
};
int size_in_bytes(type t);  // 0 for none, 1 for pred

// State spaces (ISA section 5.1). `generic` is an address without a space.
enum class space : std::uint8_t { generic, reg, constant, global, local, param, shared };

// A `.reg` declaration after scopes are resolved: every register of a function has one index into function::registers.
struct register_declaration {
  std::string name;  // as written, for messages: "%r12"
  type kind = type::b32;
};

// A variable in memory: a global, constant, shared or local variable, a parameter, or a `.param` temporary of a call.
struct initializer_symbol {  // an address as initial value, written at `offset` of the variable
  std::uint64_t offset = 0;
  int size = 8;              // bytes of the address that are stored
  std::string symbol;        // variable or function
  std::int64_t addend = 0;
  bool generic = false;      // generic(symbol)
};
struct variable {
  std::string name;
  ptx::space space = ptx::space::global;
  type kind = type::b8;
  int alignment = 1;                        // bytes
  std::uint64_t size = 0;                   // bytes; 0 for an array of unknown size (`extern .shared .b8 x[]`)
  bool external = false;
  bool visible = false;
  bool managed = false;                     // .attribute(.managed)
  std::vector<std::uint8_t> initial;        // empty: zeros
  std::vector<initializer_symbol> initial_symbols;
  position at;
  // A kernel parameter's `.ptr` attribute: the space and alignment of what it points to.
  std::optional<ptx::space> points_to;
  int points_to_alignment = 0;
};

// Operands.
struct register_operand { int index = -1; };                 // into function::registers
struct special_register { std::string name; };               // "%tid.x", "%laneid", "%clock64", …
struct integer_immediate { std::uint64_t bits = 0; bool negative = false; };  // negative: written with a minus sign
struct float_immediate { double value = 0; bool single = false; std::uint64_t bits = 0; };  // bits as written 0f…/0d…; single: 0f
struct symbol_operand {                                       // address of a variable or function, plus an offset
  std::string name;
  std::int64_t offset = 0;
};
struct label_operand { int block = -1; std::string name; };   // index into function::labels
struct sink_operand {};                                       // `_`

using scalar_operand = std::variant<sink_operand, register_operand, special_register, integer_immediate,
                                    float_immediate, symbol_operand, label_operand>;

struct operand {
  enum class form : std::uint8_t {
    scalar,   // a            parts[0]
    address,  // [a+offset]   parts[0], offset
    vector,   // {a, b, …}    parts
    pair,     // d|p          parts[0], parts[1]
    list,     // (a, b, …)    call arguments and results
  };
  form shape = form::scalar;
  bool negated = false;       // !p, or -a where the ISA allows it
  std::int64_t offset = 0;    // bytes, for address
  std::vector<scalar_operand> parts;
  int lane_select = -1;       // reserved for video/byte selectors (`a.b0`); -1: none
};

struct guard {                // @p or @!p
  int register_index = -1;
  bool negated = false;
};

struct instruction {
  std::string mnemonic;                 // "ld"
  std::vector<std::string> modifiers;   // {"global", "v4", "u32"}; "shared::cluster" is one modifier
  std::optional<ptx::guard> guard;
  std::vector<operand> operands;
  position at;
  source_line source;
  // "ld.global.v4.u32", as written.
  std::string opcode() const;
};

struct label {
  std::string name;
  int instruction = 0;                  // index of the instruction it stands before; may equal instructions.size()
};

// `.branchtargets` / `.calltargets` / `.callprototype` tables, by label name.
struct target_table {
  std::string name;
  std::vector<std::string> targets;
};

struct function {
  std::string name;                     // as written (mangled)
  bool entry = false;
  bool external = false;                // declared without a body
  bool noreturn = false;
  std::vector<variable> results;        // .func return parameters (space param or reg)
  std::vector<variable> parameters;
  std::vector<register_declaration> registers;
  std::vector<variable> variables;      // .shared, .local, .param and .global variables of the body, scopes resolved:
                                        // a name that two scopes declare is made unique
  std::vector<instruction> instructions;
  std::vector<label> labels;
  std::vector<target_table> tables;
  // Performance directives; 0 or empty where absent.
  std::array<int, 3> required_threads{};     // .reqntid
  std::array<int, 3> maximum_threads{};      // .maxntid
  int minimum_blocks_per_sm = 0;             // .minnctapersm
  int maximum_registers = 0;                 // .maxnreg
  std::array<int, 3> required_cluster{};     // .reqnctapercluster
  bool explicit_cluster = false;             // .explicitcluster
  int maximum_cluster_rank = 0;              // .maxclusterrank
  std::vector<std::string> pragmas;
  position at;
};

struct module {
  int version_major = 0, version_minor = 0;
  std::string target;                   // "sm_90a"
  int address_size = 64;
  std::vector<std::string> files;       // by index as used in source_line::file
  std::vector<variable> variables;
  std::vector<function> functions;

  const function* find_function(const std::string& name) const;
  const variable* find_variable(const std::string& name) const;
};

// Parses PTX text. Throws warpfold::error "NAME:LINE:COLUMN: what was found, what was expected" for text that is not PTX.
// An instruction that the machine does not know is not an error here. `name` is used in messages only.
// Cost: linear in the text's length.
module parse(std::string_view text, const std::string& name);

}  // namespace warpfold::simt::ptx
