// A kernel (`.entry`) or a device function (`.func`): what it declares and its instructions in one sequence.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "warpfold/simt/ptx/instruction.hpp"
#include "warpfold/simt/ptx/position.hpp"
#include "warpfold/simt/ptx/variable.hpp"

namespace warpfold::simt::ptx {

// A register after scopes are resolved: every register that a function uses has one index into function::registers.
// Those that a range such as `%r<100>` declares and no instruction names have none.
struct register_declaration {
  std::string name;  // as written, for messages: "%r12"
  type kind = type::b32;
};

struct label {
  std::string name;     // made unique where two scopes declare it
  int instruction = 0;  // index of the instruction it stands before; may equal instructions.size()
};

// A `.branchtargets` or `.calltargets` table: the names of labels or functions.
struct target_table {
  std::string name;
  std::vector<std::string> targets;
};

// A `.callprototype`: what a function that an indirect call reaches takes and returns. Its variables may be called `_`.
struct call_prototype {
  std::string name;
  std::vector<variable> results;
  std::vector<variable> parameters;
  bool noreturn = false;
};

struct function {
  std::string name;  // as written (mangled)
  bool entry = false;
  bool external = false;  // declared without a body
  bool noreturn = false;
  std::vector<variable> results;  // .func return parameters (space param or reg)
  std::vector<variable> parameters;
  std::vector<register_declaration> registers;
  std::vector<variable> variables;  // .shared, .local, .param and .global variables of the body, scopes resolved:
                                    // a name that is taken by another scope or by the module is made unique
  std::vector<instruction> instructions;
  std::vector<label> labels;
  std::vector<target_table> tables;
  std::vector<call_prototype> prototypes;
  // Performance directives; 0 or empty where absent.
  std::array<int, 3> required_threads{};  // .reqntid
  std::array<int, 3> maximum_threads{};   // .maxntid
  int minimum_blocks_per_sm = 0;          // .minnctapersm
  int maximum_registers = 0;              // .maxnreg
  std::array<int, 3> required_cluster{};  // .reqnctapercluster
  bool explicit_cluster = false;          // .explicitcluster
  int maximum_cluster_rank = 0;           // .maxclusterrank
  std::vector<std::string> pragmas;       // before the body
  position at;
};

}  // namespace warpfold::simt::ptx
