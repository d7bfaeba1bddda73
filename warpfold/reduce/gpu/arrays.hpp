// Arrays as a kernel takes them, one or two in step: the same structures on the host and on the device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "warpfold/base/array_view.hpp"

namespace warpfold::gpu {

// Elements one after another, in the machine's byte order. `first` must be aligned to the element type; the second is
// there for an operator of two arrays.
struct dense_arrays {
  std::array<const void*, 2> first;
};

// Elements anywhere, in either byte order: the element at position p, which is (i, j, …) in C order of the extents,
// lies at first + i·strides[0] + j·strides[1] + … bytes. Those from `position` on are meant.
struct strided_arrays {
  std::array<const std::byte*, 2> first;
  std::array<std::array<std::int64_t, maximum_rank>, 2> strides;
  std::array<std::int64_t, maximum_rank> extents;
  std::int32_t rank;
  std::array<bool, 2> swapped;
  bool aligned;  // every element of both arrays, to its type
  std::int64_t position = 0;
};

}  // namespace warpfold::gpu
