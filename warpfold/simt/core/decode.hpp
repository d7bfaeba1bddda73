// From PTX to a program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt {

// Addresses of a loaded module's global and constant variables, and of its functions, by name.
using symbol_addresses = std::unordered_map<std::string, std::uint64_t>;

// `kernel` is an entry of `text`. A program decoded for watching reports what it does to observers. What the machine
// does not support is noted in program::unsupported; malformed operands throw.
std::shared_ptr<const program> decode(std::shared_ptr<const ptx::module> text, const ptx::function& kernel,
                                      const symbol_addresses& symbols, bool watched);

}  // namespace warpfold::simt
