// Operators and iterators of a caller's own, for a device and for the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "warpfold/reduce/exact/host_device.hpp"

namespace warpfold::test {

// x -> factor x + offset modulo 2^32; one after the other is associative, not commutative.
struct affine {
  std::uint32_t factor, offset;
  friend bool operator==(const affine&, const affine&) = default;
};
struct then {
  WARPFOLD_HOST_DEVICE affine operator()(const affine& first, const affine& second) const {
    return {first.factor * second.factor, second.factor * first.offset + second.offset};
  }
};

// The greater of two values, the left one of equals.
struct place {
  std::int32_t value;
  std::int32_t index;
};
struct first_greatest {
  WARPFOLD_HOST_DEVICE place operator()(const place& left, const place& right) const {
    return right.value > left.value ? right : left;
  }
};

// Addition, in whatever the sum of both is.
struct add {
  static constexpr bool commutative = true;
  template <class A, class B>
  WARPFOLD_HOST_DEVICE auto operator()(A a, B b) const {
    return a + b;
  }
};

// Nothing in memory: value i is i².
struct squares {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::uint64_t;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = value_type;
  WARPFOLD_HOST_DEVICE std::uint64_t operator[](std::int64_t i) const {
    return static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(i);
  }
};

}  // namespace warpfold::test
