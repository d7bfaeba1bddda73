// The reader of raw files: elements and nothing else.
#pragma once

#include <memory>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

// Mapped where `source` is a file, else streamed. Throws error where `choice` has no type, or where the file's length
// is not the offset and the shape's bytes, or without a shape leaves a part of an element.
std::unique_ptr<array_file> open_raw(input source, const open_options& choice);

}  // namespace warpfold::files
