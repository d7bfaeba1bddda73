// The kernels that the library carries, compressed.
#pragma once

#include <string>

#include "warpfold/base/dtype.hpp"

namespace warpfold::gpu {

// PTX text of all kernels for elements of that type but those of exact sums; empty if the library was built without a
// CUDA compiler. Expanded on each call: milliseconds.
std::string image_for(dtype type);
// Of those of exact sums.
std::string exact_image_for(dtype type);

}  // namespace warpfold::gpu
