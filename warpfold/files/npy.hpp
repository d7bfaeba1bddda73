// The reader of .npy files.
#pragma once

#include <memory>
#include <string>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/byte_source.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

// Mapped where `source` is a file, else streamed. Throws error where the header is malformed or the file's length is
// not what the header says.
std::unique_ptr<array_file> open_npy(input source);

// A .npy file inside of something else, which `stored_as` says. Fortran order is spooled to a temporary file first.
std::unique_ptr<array_file> open_npy_stream(files::format stored_as, const std::string& name,
                                            std::unique_ptr<byte_source> source);

}  // namespace warpfold::files
