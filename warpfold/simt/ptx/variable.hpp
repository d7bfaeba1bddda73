// A variable in memory: a global, constant, shared or local variable, a parameter, or a `.param` temporary of a call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "warpfold/simt/ptx/position.hpp"
#include "warpfold/simt/ptx/type.hpp"

namespace warpfold::simt::ptx {

// An address as initial value: bytes first_byte … first_byte + size - 1 of (symbol + addend) are stored, least
// significant first, at `offset` of the variable.
struct initializer_symbol {
  std::uint64_t offset = 0;
  int size = 8;        // bytes of the address that are stored
  std::string symbol;  // variable or function
  std::int64_t addend = 0;
  bool generic = false;  // generic(symbol)
  int first_byte = 0;    // not 0 only under a mask: 0xff00(symbol) stores byte 1
};

struct variable {
  std::string name;
  ptx::space space = ptx::space::global;
  type kind = type::b8;    // of an element; b64 for the opaque .texref, .samplerref and .surfref
  int alignment = 1;       // bytes
  std::uint64_t size = 0;  // bytes; 0 for an array of unknown size (`extern .shared .b8 x[]`)
  bool external = false;
  bool visible = false;
  bool managed = false;               // .attribute(.managed)
  std::vector<std::uint8_t> initial;  // the leading bytes, at most size; those that follow are zeros
  std::vector<initializer_symbol> initial_symbols;
  position at;
  // A kernel parameter's `.ptr` attribute: the space and alignment of what it points to.
  std::optional<ptx::space> points_to;
  int points_to_alignment = 0;
};

}  // namespace warpfold::simt::ptx
