// Writes .npy files.
#pragma once

#include <string>

#include "warpfold/base/array_view.hpp"

namespace warpfold::files {

// Writes `array`, whose memory the CPU can read, to `path` in C order and in the byte order it has. The same bytes
// whatever the locale. Throws error where the file cannot be written.
void write_npy(const std::string& path, const array_view& array);

}  // namespace warpfold::files
