// .npy files made byte by byte, right and wrong.
#pragma once

#include <string>
#include <string_view>

namespace warpfold::test {

// A file with that header text as it is, of that version.
inline std::string npy_bytes(std::string_view header_text, std::string_view elements, int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header_text.size() >> 8 * i & 0xff);
  return bytes.append(header_text).append(elements);
}

// The header text that numpy writes, without padding.
inline std::string npy_dict(std::string_view descr, std::string_view shape, bool fortran_order = false) {
  return std::string("{'descr': '").append(descr).append("', 'fortran_order': ") + (fortran_order ? "True" : "False") +
         ", 'shape': " + std::string(shape) + ", }";
}

inline std::string npy_bytes(std::string_view descr, std::string_view shape, std::string_view elements,
                             bool fortran_order = false) {
  std::string text = npy_dict(descr, shape, fortran_order);
  while ((text.size() + 11) % 64 != 0) text += ' ';
  return npy_bytes(text + '\n', elements);
}

}  // namespace warpfold::test
