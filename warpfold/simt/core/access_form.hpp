// What the modifiers of an instruction say about the memory that it touches.
#pragma once

#include <optional>

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/program.hpp"

namespace warpfold::simt {

// Nothing for an instruction without an address.
std::optional<memory_access> access_of(const form& f);

}  // namespace warpfold::simt
