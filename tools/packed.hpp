// An array's elements without gaps.
#pragma once

#include <cstddef>
#include <vector>

#include "warpfold/base/array_view.hpp"

namespace warpfold::tools {

// The elements in C order and the machine's byte order, one behind the other.
std::vector<std::byte> packed(const array_view& array);

}  // namespace warpfold::tools
