// Whether the first line of comma-separated values names columns, where its own text leaves that open.
#pragma once

#include <string_view>

namespace warpfold::files {

// Whether `text`, which may be cut anywhere if it is not all there is, begins with a line that has a field that is no
// number above one that is. Blank lines do not count.
bool begins_with_header(std::string_view text, bool is_all);

}  // namespace warpfold::files
