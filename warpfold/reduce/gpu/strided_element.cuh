// One element of a strided array.
#pragma once

#include <cstdint>
#include <cstring>

#include "warpfold/reduce/exact/element_batch.cuh"
#include "warpfold/reduce/gpu/arrays.hpp"

namespace warpfold::gpu {

// Bytes that a swap reverses: an element's, or those of a complex element's part.
template <class T>
inline constexpr unsigned swapped_bytes = sizeof(T);
template <class T>
inline constexpr unsigned swapped_bytes<exact::complex_parts<T>> = sizeof(T);

// The element at position i of array `input`, 0 or 1, of those that are meant.
template <class T>
__device__ T load_strided(const strided_arrays& arrays, int input, std::int64_t i) {
  i += arrays.position;
  const auto* at = reinterpret_cast<const unsigned char*>(arrays.first[input]);
  for (int axis = arrays.rank - 1; axis >= 0; --axis) {
    const std::int64_t rest = axis == 0 ? 0 : i / arrays.extents[axis];
    at += (i - rest * arrays.extents[axis]) * arrays.strides[input][axis];
    i = rest;
  }
  unsigned char bytes[sizeof(T)];
  const bool swapped = arrays.swapped[input];
  T value;
  if (arrays.aligned && !swapped) {
    std::memcpy(&value, __builtin_assume_aligned(at, alignof(T)), sizeof value);
    return value;
  }
#pragma unroll
  for (unsigned k = 0; k < sizeof(T); ++k) {
    constexpr unsigned part = swapped_bytes<T>;
    bytes[k] = at[swapped ? k / part * part + part - 1 - k % part : k];
  }
  std::memcpy(static_cast<void*>(&value), bytes, sizeof value);
  return value;
}

}  // namespace warpfold::gpu
