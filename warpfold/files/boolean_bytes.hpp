// Booleans as they are stored: bytes of 0 and 1.
#pragma once

#include "warpfold/base/array_view.hpp"

namespace warpfold::files {

// Throws error where `elements`, which lie in memory without gaps, are booleans and a byte of them is neither 0 nor 1:
// C++ gives no meaning to such a bool, and a file that has one holds something else. Other types are not looked at.
void require_booleans(const array_view& elements);

}  // namespace warpfold::files
