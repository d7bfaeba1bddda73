// The words of PTX text.
#pragma once

#include <cstdint>
#include <string_view>

#include "warpfold/simt/ptx/position.hpp"

namespace warpfold::simt::ptx {

enum class token_kind : std::uint8_t {
  end,         // of the text
  identifier,  // add  %r12  $L__BB0_1  _
  dotted,      // .u32  .shared::cluster  .2d
  integer,     // 12  0x1F  017  0b101  7U
  real,        // 1.5  1e-3  0f3F800000  0d3FF0000000000000
  string,      // "nounroll", without the quotes
  symbol,      // ; , { } [ ] ( ) : @ ! | and the operators of constant expressions
};

// `text` refers to the text that was lexed, which must outlive the token.
struct token {
  token_kind kind = token_kind::end;
  std::string_view text;
  position at;
};

}  // namespace warpfold::simt::ptx
