// What PTX text says, as data: the parser's result and the decoder's input. Names are resolved to declarations and
// scopes are gone; what an instruction means is not yet decided (simt/isa knows that).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warpfold/simt/ptx/function.hpp"
#include "warpfold/simt/ptx/variable.hpp"

namespace warpfold::simt::ptx {

// `.alias name, target;`: another name of a function.
struct function_alias {
  std::string name;
  std::string target;
};

struct module {
  int version_major = 0, version_minor = 0;
  std::string target;  // "sm_90a"
  int address_size = 64;
  std::vector<std::string> files;  // by index as used in source_line::file
  std::vector<variable> variables;
  std::vector<function> functions;  // a function that is declared and defined stands once
  std::vector<function_alias> aliases;

  // Null if there is none of that name; cost linear in their number.
  const function* find_function(const std::string& name) const;  // follows aliases
  const variable* find_variable(const std::string& name) const;
};

// Parses PTX text. Throws warpfold::error "NAME:LINE:COLUMN: found X, expected Y" for text that is not PTX. An
// instruction that the machine does not know is not an error here. `name` is used in messages only.
// Cost: linear in the text's length, in time and in memory.
module parse(std::string_view text, const std::string& name);

}  // namespace warpfold::simt::ptx
