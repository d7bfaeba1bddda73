// The rows of isa.def as data, and the search for the row that an opcode matches.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "warpfold/simt/core/form.hpp"

namespace warpfold::simt {

struct isa_row {
  int index;
  std::string_view mnemonic, operands, modifiers, section;
};

std::span<const isa_row> isa_rows();

// The row that describes mnemonic + modifiers; null where there is none.
const isa_row* find_row(std::string_view mnemonic, const std::vector<std::string>& modifiers);

// The ISA section of any row of the mnemonic; empty where the mnemonic is unknown.
std::string_view section_of(std::string_view mnemonic);

// The handlers of the form, for the widest instruction set that this host has. Empty where the body knows none.
bound bind(const form& f);

}  // namespace warpfold::simt
