#include "warpfold/base/array_view.hpp"

namespace warpfold {

dimensions::dimensions(std::span<const std::int64_t> values) {
  for (const std::int64_t value : values) push_back(value);
}

void dimensions::push_back(std::int64_t value) {
  if (size_ == maximum_rank) throw error("array has more than " + std::to_string(maximum_rank) + " axes");
  values_[size_++] = value;
}

std::string to_string(const dimensions& values) {
  std::string text = "(";
  for (std::size_t axis = 0; axis < values.size(); ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(values[axis]);
  }
  return text + (values.size() == 1 ? ",)" : ")");
}

std::int64_t element_count(const dimensions& shape) {
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) throw error("shape " + to_string(shape) + " has a negative extent");
    empty |= extent == 0;
  }
  if (empty) return 0;
  for (const std::int64_t extent : shape) {
    if (__builtin_mul_overflow(count, extent, &count)) {
      throw error("shape " + to_string(shape) + " has more than 2^63 - 1 elements");
    }
  }
  return count;
}

dimensions contiguous_strides(const dimensions& shape, std::size_t element_size) {
  dimensions strides = shape;
  auto stride = static_cast<std::int64_t>(element_size);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    // Beyond an empty array no stride is ever used, so an overflow there does no harm.
    if (__builtin_mul_overflow(stride, shape[axis], &stride)) stride = 0;
  }
  return strides;
}

array_view::array_view(dtype type, const void* data, const dimensions& shape, const dimensions& strides, device where,
                       std::endian byte_order)
    : type_(type),
      data_(static_cast<const std::byte*>(data)),
      shape_(shape),
      strides_(strides),
      where_(where),
      byte_order_(byte_order),
      size_(element_count(shape)) {
  if (shape.size() != strides.size()) {
    throw error("array of shape " + to_string(shape) + " has strides " + to_string(strides) +
                ", expected one per axis");
  }
}

array_view::array_view(dtype type, const void* data, const dimensions& shape, device where, std::endian byte_order)
    : array_view(type, data, shape, contiguous_strides(shape, size_of(type)), where, byte_order) {}

bool array_view::contiguous() const {
  if (byte_order_ != std::endian::native && size_of(type_) > 1) return false;
  auto expected = static_cast<std::int64_t>(size_of(type_));
  for (std::size_t axis = shape_.size(); axis-- > 0;) {
    if (shape_[axis] != 1 && strides_[axis] != expected) return size_ == 0;
    if (size_ != 0) expected *= shape_[axis];
  }
  return true;
}

}  // namespace warpfold
