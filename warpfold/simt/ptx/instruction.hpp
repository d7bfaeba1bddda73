// One instruction, as written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "warpfold/simt/ptx/operand.hpp"
#include "warpfold/simt/ptx/position.hpp"

namespace warpfold::simt::ptx {

struct guard {  // @p or @!p
  int register_index = -1;
  bool negated = false;
};

struct instruction {
  std::string mnemonic;                // "ld"
  std::vector<std::string> modifiers;  // {"global", "v4", "u32"}; "shared::cluster" is one modifier
  std::optional<ptx::guard> guard;
  std::vector<operand> operands;
  position at;
  source_line source;
  // "ld.global.v4.u32", as written.
  std::string opcode() const;
};

}  // namespace warpfold::simt::ptx
