// What stands before the elements in a .npy file:
//
//   "\x93NUMPY", the version's two bytes, the length of the text (version 1: 2 bytes, 2 and 3: 4 bytes, little-endian),
//   the text of a Python dict:  {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "warpfold/base/array_view.hpp"
#include "warpfold/files/byte_source.hpp"
#include "warpfold/files/npy_dtype.hpp"

namespace warpfold::files {

inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

struct npy_header {
  npy_dtype elements;
  bool fortran_order = false;
  dimensions shape;
};

struct located_npy_header {
  npy_header header;
  std::int64_t bytes;  // from the file's begin to the first element
};

// Reads a header up to the first element. Throws error where it is not one.
located_npy_header read_npy_header(byte_source& source);

// The header of the dict `text`. Throws error for anything but the three keys, once each, in any order.
npy_header parse_npy_header(std::string_view text);

// The header as bytes, padded so that the elements start at a multiple of 64; version 1.
std::string to_bytes(const npy_header& header);

}  // namespace warpfold::files
