// The vector code behind the kernels, as tables of functions: compiled for several instruction sets, the best of which
// is chosen when a table is first asked for. Elements are aligned to their size.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/number/order_key.hpp"
#include "warpfold/reduce/number/result_type.hpp"
#include "warpfold/reduce/number/wide_integer.hpp"

namespace warpfold::cpu {

template <ordered_element T>
struct key_vectors {
  // The least and the greatest key; an empty range of no elements.
  key_range<T> (*extremes)(const T* elements, std::int64_t count);
  // Of those that are not NaN.
  key_range<T> (*numeric_extremes)(const T* elements, std::int64_t count);
  // The first element whose key lies in the range, or outside of it; count if there is none.
  std::int64_t (*find_inside)(const T* elements, std::int64_t count, key_range<T> range);
  std::int64_t (*find_outside)(const T* elements, std::int64_t count, key_range<T> range);
  std::int64_t (*count_nonzero)(const T* elements, std::int64_t count);
};
template <ordered_element T>
const key_vectors<T>& keys_of();

template <std::integral T>
struct integer_vectors {
  int128 (*sum)(const T* elements, std::int64_t count);
  int128 (*magnitudes)(const T* elements, std::int64_t count);
  int192 (*products)(const T* a, const T* b, std::int64_t count);
};
template <std::integral T>
const integer_vectors<T>& integer_of();

// Aligned so that no vector of lanes, of whatever size, lies in two lines of the cache.
template <int Count>
struct alignas(64) lane_array : std::array<double, Count> {};
// The lanes of a block of fixed_order.hpp, one array for each part of an operator's state.
using lane_values = lane_array<fixed_lanes>;
// The lanes of an operator whose state is a double.
using narrow_lane_values = lane_array<fixed_narrow_lanes>;

// The states of the lanes of prod and logsumexp, as these operators hold them.
struct product_lanes {
  lane_values high;  // not normalized
  lane_values low;
  std::array<std::int64_t, fixed_lanes> exponent;
};
struct exponential_lanes {
  lane_values greatest;
  lane_values high;
  lane_values low;
};

template <floating_element T>
struct float_vectors {
  // Of the fast operators whose states are doubles: adds up the elements of a block, all but the last few, in its
  // lanes, of which there may be fewer than fixed_narrow_lanes. Returns how many elements it took.
  std::int64_t (*sum)(narrow_lane_values& sums, const T* elements, std::int64_t count);
  std::int64_t (*magnitudes)(narrow_lane_values& sums, const T* elements, std::int64_t count);
  std::int64_t (*products)(narrow_lane_values& sums, const T* a, const T* b, std::int64_t count);
  // Adds up the first `lanes` lanes, a power of two of them, in the order of fixed_order.hpp; lane 0 holds the result.
  void (*combine)(narrow_lane_values& sums, std::int64_t lanes);
  // Each of the others absorbs `steps` times as many elements as there are lanes into empty lanes, just as the
  // operators themselves do.
  void (*squares)(lane_values& large, lane_values& usual, lane_values& small, const T* elements, std::int64_t steps);
  void (*moments)(lane_values& means, lane_values& deviations, const T* elements, std::int64_t steps);
  // Of prod, for elements that are finite and not zero, and of logsumexp, in double-doubles and in doubles, for finite
  // ones; at least one step.
  void (*product)(product_lanes& lanes, const T* elements, std::int64_t steps);
  void (*exponentials)(exponential_lanes& lanes, const T* elements, std::int64_t steps);
  void (*fast_exponentials)(lane_values& greatest, lane_values& sums, const T* elements, std::int64_t steps);
};
template <floating_element T>
const float_vectors<T>& float_of();

}  // namespace warpfold::cpu
