// Standard output and error, written so that no failure goes unnoticed.
#pragma once

#include <string_view>

namespace warpfold::tools {

// Fills closed descriptors among 0, 1 and 2 with ones that fail when used, so that no file opened later takes their
// place and no result vanishes unnoticed.
void reserve_standard_streams();

// Writes all of `text` to standard output. Throws warpfold::error where it cannot be written.
void write_output(std::string_view text);

// Writes `text` to standard error. A failure is ignored: there is nowhere left to report it.
void write_remarks(std::string_view text);

}  // namespace warpfold::tools
