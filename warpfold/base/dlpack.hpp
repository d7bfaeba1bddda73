// Array views of DLPack tensors. The struct is the caller's, from any version of dlpack.h, so that none is needed here.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "warpfold/base/array_view.hpp"

namespace warpfold {

template <class T>
concept dlpack_tensor = requires(const T& tensor) {
  { tensor.data } -> std::convertible_to<const void*>;
  { tensor.byte_offset } -> std::convertible_to<std::uint64_t>;
  { tensor.ndim } -> std::convertible_to<int>;
  { tensor.shape } -> std::convertible_to<const std::int64_t*>;
  { tensor.strides } -> std::convertible_to<const std::int64_t*>;
  tensor.device.device_type;
  { tensor.device.device_id } -> std::convertible_to<int>;
  { tensor.dtype.code } -> std::convertible_to<int>;
  { tensor.dtype.bits } -> std::convertible_to<int>;
  { tensor.dtype.lanes } -> std::convertible_to<int>;
};

// The dtype of DLPack's type code and bits. Throws error where there is none.
dtype dtype_from_dlpack(int code, int bits, int lanes);
// The device of DLPack's device type and id. Throws error where there is none.
device device_from_dlpack(int type, int index);

// The same elements. Throws error for element types and devices that warpfold has not, and for a bad shape.
template <dlpack_tensor Tensor>
array_view view_of(const Tensor& tensor) {
  const dtype type = dtype_from_dlpack(tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes);
  const device where = device_from_dlpack(static_cast<int>(tensor.device.device_type), tensor.device.device_id);
  if (tensor.ndim < 0) throw error("DLPack tensor has " + std::to_string(tensor.ndim) + " axes, expected 0 or more");
  const auto* const data = static_cast<const char*>(tensor.data) + tensor.byte_offset;
  dimensions shape;
  for (int axis = 0; axis < tensor.ndim; ++axis) shape.push_back(tensor.shape[axis]);
  if (tensor.strides == nullptr) return {type, data, shape, where};
  dimensions strides;
  for (int axis = 0; axis < tensor.ndim; ++axis) {
    strides.push_back(tensor.strides[axis] * static_cast<std::int64_t>(size_of(type)));
  }
  return {type, data, shape, strides, where};
}

}  // namespace warpfold
