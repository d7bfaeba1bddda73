// A walk over the elements of one array, or of two of one shape in step, in C order or, where the operator does not
// mind, in the order of memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "warpfold/base/array_view.hpp"
#include "warpfold/reduce/cpu/partial.hpp"

namespace warpfold::cpu {

class walk {
 public:
  // The arrays must have one shape and one dtype. Elements come in the order of memory where the operator's laws
  // allow it.
  walk(std::span<const array_view> arrays, const laws& of_operator)
      : walk(arrays, of_operator.associative && of_operator.commutative && !of_operator.indexed) {}
  walk(std::span<const array_view> arrays, bool any_order);

  std::int64_t size() const { return size_; }
  std::size_t inputs() const { return inputs_; }
  std::int64_t element_size() const { return element_size_; }

  // Whether every array's elements lie one after another, aligned and in the machine's byte order.
  bool contiguous() const { return in_place_ && rank_ <= 1; }
  // Whether that holds at least of the rows, the walk's innermost axis.
  bool rows_in_place() const { return in_place_; }
  std::int64_t row_size() const { return rank_ == 0 ? 1 : extents_[rank_ - 1]; }
  // The elements from position `first` on: all of them where contiguous(), else up to the row's end.
  run in_place(std::int64_t first) const;

  // The axes, outermost first, each of more than one element; neighbours that make one long axis are one.
  std::size_t rank() const { return rank_; }
  std::int64_t extent(std::size_t axis) const { return extents_[axis]; }
  // Of an array: bytes from one element to the next along an axis, where position 0 lies, in which memory, and whether
  // in the other byte order.
  std::int64_t stride(std::size_t axis, std::size_t input) const { return strides_[axis][input]; }
  const std::byte* base(std::size_t input) const { return base_[input]; }
  device where(std::size_t input) const { return where_[input]; }
  bool swapped(std::size_t input) const { return swapped_[input]; }
  // Whether every element of every array is aligned to its size.
  bool aligned() const { return aligned_; }
  // The bytes that an array's elements lie in, from the first to behind the last. There must be elements.
  std::pair<const std::byte*, const std::byte*> footprint(std::size_t input) const;
  // Where an element lies.
  const std::byte* at(std::size_t input, std::int64_t position) const;

  // Turns `count` elements that were copied as they are to the machine's byte order.
  void to_native(std::size_t input, std::int64_t count, std::byte* elements) const;
  // Copies `count` elements of array `input` from position `first` on to `to`, in the machine's byte order.
  void gather(std::size_t input, std::int64_t first, std::int64_t count, std::byte* to) const;

 private:
  using strides = std::array<std::int64_t, 2>;

  void put_in_memory_order();
  void merge_axes();
  void examine(std::span<const array_view> arrays);

  std::size_t inputs_;
  std::int64_t element_size_;
  std::int64_t component_size_;  // of what is byte-swapped: half an element for complex numbers
  std::int64_t size_;
  std::size_t rank_ = 0;
  std::array<std::int64_t, maximum_rank> extents_;
  std::array<strides, maximum_rank> strides_;  // bytes
  std::array<const std::byte*, 2> base_{};
  std::array<device, 2> where_{};
  std::array<bool, 2> swapped_{};
  bool aligned_ = true;
  bool in_place_ = false;
};

}  // namespace warpfold::cpu
