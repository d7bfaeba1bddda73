// An array somewhere in memory, seen from outside: element type, shape, strides, byte order, device. Owns nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>

#include "warpfold/base/contiguous_elements.hpp"
#include "warpfold/base/dtype.hpp"
#include "warpfold/base/error.hpp"

namespace warpfold {

// Where an array's memory can be read from.
enum class device_type : std::uint8_t { cpu, cuda, cuda_pinned, cuda_managed };
struct device {
  device_type type = device_type::cpu;
  int index = 0;  // which GPU; 0 for the CPU
  friend bool operator==(const device&, const device&) = default;
};

// Extents or strides, one per axis; at most maximum_rank of them, held in place.
inline constexpr std::size_t maximum_rank = 32;
class dimensions {
 public:
  dimensions() = default;
  dimensions(std::initializer_list<std::int64_t> values) : dimensions(std::span(values.begin(), values.size())) {}
  // Throws error for more than maximum_rank values.
  explicit dimensions(std::span<const std::int64_t> values);

  void push_back(std::int64_t value);
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t& operator[](std::size_t axis) { return values_[axis]; }
  std::int64_t operator[](std::size_t axis) const { return values_[axis]; }
  std::int64_t* begin() { return values_.data(); }
  std::int64_t* end() { return values_.data() + size_; }
  const std::int64_t* begin() const { return values_.data(); }
  const std::int64_t* end() const { return values_.data() + size_; }
  friend bool operator==(const dimensions& a, const dimensions& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<std::int64_t, maximum_rank> values_;
  std::size_t size_ = 0;
};
// "(2, 3)", "(5,)", "()", as Python writes a tuple.
std::string to_string(const dimensions& values);

// The number of elements of that shape. Throws error for a negative extent or a product above 2^63 - 1.
std::int64_t element_count(const dimensions& shape);

// An array of `type` whose element (i, j, …) lies at data + i·strides[0] + j·strides[1] + … bytes. Strides may be zero
// or negative, `data` need not be aligned, and elements may be stored in either byte order. Whoever makes a view
// answers for the memory staying valid while the view is used.
class array_view {
 public:
  array_view() = default;
  // Throws error where shape and strides differ in rank or the element count overflows.
  array_view(dtype type, const void* data, const dimensions& shape, const dimensions& strides, device where = {},
             std::endian byte_order = std::endian::native);
  // In C order, without gaps.
  array_view(dtype type, const void* data, const dimensions& shape, device where = {},
             std::endian byte_order = std::endian::native);
  // One axis: of a std::vector, a std::span, a C array …, which must outlive the view.
  template <contiguous_elements Array>
  array_view(const Array& values)  // NOLINT(google-explicit-constructor): as a std::span is made
      : array_view(dtype_of<std::ranges::range_value_t<const Array>>, std::ranges::data(values),
                   {static_cast<std::int64_t>(std::ranges::size(values))}) {}

  dtype type() const { return type_; }
  const std::byte* data() const { return data_; }
  const dimensions& shape() const { return shape_; }
  const dimensions& strides() const { return strides_; }  // bytes
  device where() const { return where_; }
  std::endian byte_order() const { return byte_order_; }
  std::size_t rank() const { return shape_.size(); }
  std::int64_t size() const { return size_; }  // elements
  std::int64_t bytes() const { return size_ * static_cast<std::int64_t>(size_of(type_)); }
  // Whether the elements lie in C order without gaps, in the machine's byte order.
  bool contiguous() const;

 private:
  dtype type_ = dtype::float64;
  const std::byte* data_ = nullptr;
  dimensions shape_{0};
  dimensions strides_{8};
  device where_;
  std::endian byte_order_ = std::endian::native;
  std::int64_t size_ = 0;
};

// The strides in bytes of a C-ordered array without gaps.
dimensions contiguous_strides(const dimensions& shape, std::size_t element_size);

}  // namespace warpfold
