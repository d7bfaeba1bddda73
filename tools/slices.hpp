// Large arrays cut along their first axis, so that work on them can be watched.
#pragma once

#include <cstdint>
#include <functional>

#include "warpfold/base/array_view.hpp"

namespace warpfold::tools {

// Calls take(slice) for slices along the first axis, in order, that together are `array`: about 128 MiB each, or the
// whole array where the first axis is not the outermost one in memory, so that memory is read in one sweep.
void for_each_slice(const array_view& array, const std::function<void(const array_view&)>& take);

// The same for two arrays of one shape, cut alike.
void for_each_slice(const array_view& a, const array_view& b,
                    const std::function<void(const array_view&, const array_view&)>& take);

}  // namespace warpfold::tools
