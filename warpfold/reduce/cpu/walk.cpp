#include "warpfold/reduce/cpu/walk.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpfold::cpu {
namespace {

template <std::size_t Size>
void copy_strided(std::byte* to, const std::byte* from, std::int64_t stride, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * static_cast<std::int64_t>(Size), from + i * stride, Size);
}

// One element, again and again: what is there already is copied behind itself.
void repeat(std::byte* to, const std::byte* from, std::int64_t count, std::int64_t element_size) {
  std::memcpy(to, from, static_cast<std::size_t>(element_size));
  for (std::int64_t done = 1; done < count;) {
    const std::int64_t more = std::min(done, count - done);
    std::memcpy(to + done * element_size, to, static_cast<std::size_t>(more * element_size));
    done += more;
  }
}

void copy_row(std::byte* to, const std::byte* from, std::int64_t stride, std::int64_t count,
              std::int64_t element_size) {
  if (stride == element_size) {
    std::memcpy(to, from, static_cast<std::size_t>(count * element_size));
    return;
  }
  if (stride == 0) return repeat(to, from, count, element_size);
  switch (element_size) {
    case 1:
      return copy_strided<1>(to, from, stride, count);
    case 2:
      return copy_strided<2>(to, from, stride, count);
    case 4:
      return copy_strided<4>(to, from, stride, count);
    case 8:
      return copy_strided<8>(to, from, stride, count);
    default:
      return copy_strided<16>(to, from, stride, count);
  }
}

void swap_bytes(std::byte* components, std::int64_t count, std::int64_t size) {
  for (std::int64_t i = 0; i < count; ++i) std::reverse(components + i * size, components + (i + 1) * size);
}

}  // namespace

walk::walk(std::span<const array_view> arrays, bool any_order)
    : inputs_(arrays.size()),
      element_size_(static_cast<std::int64_t>(size_of(arrays[0].type()))),
      component_size_(category_of(arrays[0].type()) == dtype_category::complex ? element_size_ / 2 : element_size_),
      size_(arrays[0].size()) {
  for (std::size_t input = 0; input < inputs_; ++input) {
    base_[input] = arrays[input].data();
    where_[input] = arrays[input].where();
  }
  if (size_ == 0) {
    in_place_ = true;
    return;
  }
  const dimensions& shape = arrays[0].shape();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    extents_[rank_] = shape[axis];
    for (std::size_t input = 0; input < inputs_; ++input) strides_[rank_][input] = arrays[input].strides()[axis];
    ++rank_;
  }
  if (any_order) put_in_memory_order();
  merge_axes();
  examine(arrays);
}

// Walks every axis upwards, the one of the greatest stride outermost; the first array decides.
void walk::put_in_memory_order() {
  for (std::size_t axis = 0; axis < rank_; ++axis) {
    if (strides_[axis][0] >= 0) continue;
    for (std::size_t input = 0; input < inputs_; ++input) {
      base_[input] += strides_[axis][input] * (extents_[axis] - 1);
      strides_[axis][input] = -strides_[axis][input];
    }
  }
  // Insertion sort: there are few axes.
  for (std::size_t sorted = 1; sorted < rank_; ++sorted) {
    for (std::size_t axis = sorted; axis > 0 && strides_[axis - 1][0] < strides_[axis][0]; --axis) {
      std::swap(strides_[axis - 1], strides_[axis]);
      std::swap(extents_[axis - 1], extents_[axis]);
    }
  }
}

// Makes one axis of two adjacent ones where a step of the outer is the inner one's whole length.
void walk::merge_axes() {
  std::size_t kept = 0;
  for (std::size_t axis = 1; axis < rank_; ++axis) {
    bool joined = true;
    for (std::size_t input = 0; input < inputs_; ++input) {
      joined &= strides_[kept][input] == strides_[axis][input] * extents_[axis];
    }
    if (joined) {
      extents_[kept] *= extents_[axis];
    } else {
      extents_[++kept] = extents_[axis];
    }
    strides_[kept] = strides_[axis];
  }
  rank_ = std::min(rank_, kept + 1);
}

void walk::examine(std::span<const array_view> arrays) {
  in_place_ = true;
  for (std::size_t input = 0; input < inputs_; ++input) {
    swapped_[input] = component_size_ > 1 && arrays[input].byte_order() != std::endian::native;
    auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(base_[input]));
    for (std::size_t axis = 0; axis + 1 < rank_; ++axis) misaligned |= strides_[axis][input];
    const std::int64_t inner = rank_ == 0 ? 0 : strides_[rank_ - 1][input];
    aligned_ = aligned_ && (misaligned | inner) % element_size_ == 0;
    const bool dense = rank_ == 0 || strides_[rank_ - 1][input] == element_size_;
    in_place_ &= dense && !swapped_[input] && misaligned % component_size_ == 0;
  }
}

std::pair<const std::byte*, const std::byte*> walk::footprint(std::size_t input) const {
  const std::byte* first = base_[input];
  const std::byte* last = base_[input];
  for (std::size_t axis = 0; axis < rank_; ++axis) {
    const std::int64_t reach = strides_[axis][input] * (extents_[axis] - 1);
    (reach < 0 ? first : last) += reach;
  }
  return {first, last + element_size_};
}

const std::byte* walk::at(std::size_t input, std::int64_t position) const {
  const std::byte* found = base_[input];
  for (std::size_t axis = rank_; axis-- > 0;) {
    found += (axis == 0 ? position : position % extents_[axis]) * strides_[axis][input];
    position /= extents_[axis];
  }
  return found;
}

void walk::to_native(std::size_t input, std::int64_t count, std::byte* elements) const {
  if (swapped_[input]) swap_bytes(elements, count * element_size_ / component_size_, component_size_);
}

run walk::in_place(std::int64_t first) const {
  run found{{}, size_ - first, first};
  std::array<std::int64_t, 2> offset{};
  std::int64_t rest = first;
  for (std::size_t axis = rank_; axis-- > 0;) {
    const std::int64_t index = axis == 0 ? rest : rest % extents_[axis];
    rest /= extents_[axis];
    if (axis + 1 == rank_) found.count = extents_[axis] - index;
    for (std::size_t input = 0; input < inputs_; ++input) offset[input] += index * strides_[axis][input];
  }
  for (std::size_t input = 0; input < inputs_; ++input) found.elements[input] = base_[input] + offset[input];
  return found;
}

void walk::gather(std::size_t input, std::int64_t first, std::int64_t count, std::byte* to) const {
  // The position as one index an axis, and where it lies.
  std::array<std::int64_t, maximum_rank> index;
  const std::byte* from = base_[input];
  std::int64_t rest = first;
  for (std::size_t axis = rank_; axis-- > 0;) {
    index[axis] = axis == 0 ? rest : rest % extents_[axis];
    rest /= extents_[axis];
    from += index[axis] * strides_[axis][input];
  }

  std::byte* next = to;
  for (std::int64_t left = count; left > 0;) {
    if (rank_ == 0) {
      copy_row(next, from, element_size_, 1, element_size_);
      break;
    }
    const std::size_t inner = rank_ - 1;
    const std::int64_t taken = std::min(left, extents_[inner] - index[inner]);
    copy_row(next, from, strides_[inner][input], taken, element_size_);
    left -= taken;
    next += taken * element_size_;
    if (left == 0) break;
    // On to the next row: back to this one's start, then one step of the innermost axis that has one left.
    from -= index[inner] * strides_[inner][input];
    index[inner] = 0;
    for (std::size_t axis = inner; axis-- > 0;) {
      from += strides_[axis][input];
      if (++index[axis] < extents_[axis]) break;
      from -= extents_[axis] * strides_[axis][input];
      index[axis] = 0;
    }
  }
  to_native(input, count, to);
}

}  // namespace warpfold::cpu
