// Element types as a .npy header writes them: '<f8', '|b1', '>i4'.
#pragma once

#include <bit>
#include <string>
#include <string_view>

#include "warpfold/base/dtype.hpp"

namespace warpfold::files {

struct npy_dtype {
  dtype type;
  std::endian byte_order;
};

// The element type that `descr` means. numpy itself has no bfloat16: its extension types store '<V2', two bytes
// without a type, and so 'V2' is bfloat16 here, as is the name 'bfloat16'.
// Throws error for anything that dtypes.def does not list.
npy_dtype parse_npy_dtype(std::string_view descr);

// The other way round.
std::string to_npy_descr(const npy_dtype& stored);

}  // namespace warpfold::files
