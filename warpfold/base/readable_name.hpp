// Names of functions as people write them.
#pragma once

#include <string>

namespace warpfold {

// A mangled name as C++ source would spell it, "sum<int, 256u>", without result and parameters. Other names are
// returned as they are.
std::string readable_name(const std::string& name);

}  // namespace warpfold
