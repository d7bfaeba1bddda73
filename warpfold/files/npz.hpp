// The reader of .npz files: zip archives of .npy files.
#pragma once

#include <memory>
#include <string>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

// The array called `member`, with or without the ending .npy; "" is the only one. A pipe is spooled to a temporary
// file first, as the directory stands at an archive's end. Throws error where there is no such member, or several and
// none is named.
std::unique_ptr<array_file> open_npz(input source, const std::string& member);

}  // namespace warpfold::files
