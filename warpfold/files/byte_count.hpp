// How many bytes an array's elements take up.
#pragma once

#include <cstdint>

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/dtype.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold::files {

// Throws error for a negative extent or a total above 2^63 - 1.
inline std::int64_t byte_count(const dimensions& shape, dtype type) {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(element_count(shape), static_cast<std::int64_t>(size_of(type)), &bytes)) {
    throw error("shape " + to_string(shape) + " has more than 2^63 - 1 bytes");
  }
  return bytes;
}

}  // namespace warpfold::files
