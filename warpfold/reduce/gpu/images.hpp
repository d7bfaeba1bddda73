// The kernels that the library carries, compressed.
#pragma once

#include <string_view>

#include "warpfold/base/dtype.hpp"

namespace warpfold::gpu {

// PTX text of all kernels for elements of that type but those of exact sums; empty if the library was built without a
// CUDA compiler. Expanded at the first call for the type, which takes milliseconds, and kept.
std::string_view image_for(dtype type);
// Of those of exact sums.
std::string_view exact_image_for(dtype type);
// What they were compiled for, as kernel_target() gives it.
std::string_view image_target();
// Of those that make results of states, for all types.
std::string_view finish_image();

}  // namespace warpfold::gpu
