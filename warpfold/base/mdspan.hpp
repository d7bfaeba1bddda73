// Array views of anything shaped like std::mdspan, whosever it is.
#pragma once

#include <concepts>
#include <cstddef>

#include "warpfold/base/array_view.hpp"

namespace warpfold {

template <class T>
concept mdspan_like = element<typename T::element_type> && requires(const T& array, std::size_t axis) {
  { T::rank() } -> std::convertible_to<std::size_t>;
  { array.extent(axis) } -> std::convertible_to<std::int64_t>;
  { array.stride(axis) } -> std::convertible_to<std::int64_t>;
  { array.data_handle() } -> std::convertible_to<const typename T::element_type*>;
};

// The same elements; strides become bytes. Throws error for more than maximum_rank axes.
template <mdspan_like Array>
array_view view_of(const Array& array) {
  using element_type = typename Array::element_type;
  dimensions shape;
  dimensions strides;
  for (std::size_t axis = 0; axis < Array::rank(); ++axis) {
    shape.push_back(static_cast<std::int64_t>(array.extent(axis)));
    strides.push_back(static_cast<std::int64_t>(array.stride(axis)) * static_cast<std::int64_t>(sizeof(element_type)));
  }
  return {dtype_of<element_type>, array.data_handle(), shape, strides};
}

}  // namespace warpfold
