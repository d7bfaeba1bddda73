// Arrays as a kernel takes them, one or two in step: the same structures on the host and on the device.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "warpfold/base/array_view.hpp"

namespace warpfold::gpu {

// Elements one after another, in the machine's byte order. `first` must be aligned to the element type; the second is
// there for an operator of two arrays.
struct dense_arrays {
  std::array<const void*, 2> first;
  // Elements before the first whole 16 bytes of the first array, and how many times 16 bytes there are.
  std::int64_t head = 0;
  std::int64_t packs = 0;
  // The number of packs again, where these hold all elements of both arrays and 32 bits hold it; else 0.
  std::uint32_t few_packs = 0;
};

// The same arrays of `count` elements, with head and packs as they are.
inline dense_arrays cut_into_packs(dense_arrays arrays, std::int64_t element_bytes, std::int64_t count) {
  constexpr std::int64_t pack_bytes = 16;
  const auto beyond = [](const void* first) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(first) % pack_bytes);
  };
  const std::int64_t size = pack_bytes / element_bytes;
  arrays.head = std::min((pack_bytes - beyond(arrays.first[0])) % pack_bytes / element_bytes, count);
  arrays.packs = (count - arrays.head) / size;
  const bool whole = beyond(arrays.first[0]) == 0 && beyond(arrays.first[1]) == 0 && count % size == 0;
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  arrays.few_packs = whole && arrays.packs <= most ? static_cast<std::uint32_t>(arrays.packs) : 0;
  return arrays;
}

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
