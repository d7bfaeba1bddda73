// What the calls of calls.hpp take for an array, and what a compiler says of anything else: one static_assert, first.
#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "warpfold/base/contiguous_elements.hpp"
#include "warpfold/base/mdspan.hpp"

namespace warpfold::detail {

template <class T>
inline constexpr bool never = false;

template <class Array>
inline constexpr bool holds_bits = false;
template <class Allocator>
inline constexpr bool holds_bits<std::vector<bool, Allocator>> = true;

template <class T>
consteval bool is_element() {
  static_assert(element<T>, "warpfold has no dtype for elements of this type, expected one of"
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) " " #cpp_type
#include "warpfold/base/dtypes.def"
  );
  return element<T>;
}

// Whether a call can read such an array. Where it cannot, this does not compile, and says why.
template <class Array>
consteval bool is_readable() {
  if constexpr (mdspan_like<Array>) {
    return true;
  } else if constexpr (holds_bits<Array>) {
    static_assert(never<Array>, "std::vector<bool> holds bits, expected elements of type bool, as std::array has them");
    return false;
  } else if constexpr (!std::ranges::range<const Array>) {
    static_assert(never<Array>,
                  "expected a std::vector, std::array, std::span, C array or std::mdspan; a pointer needs a count "
                  "behind it, and an array_view goes to warpfold::reduce");
    return false;
  } else if constexpr (!std::ranges::contiguous_range<const Array> || !std::ranges::sized_range<const Array>) {
    static_assert(never<Array>,
                  "expected elements one after another in memory, as in a std::vector; copy those of a std::list or "
                  "std::deque into one");
    return false;
  } else {
    return is_element<std::ranges::range_value_t<const Array>>();
  }
}

template <class Array>
struct element_of_array {
  using type = std::ranges::range_value_t<const Array>;
};
template <mdspan_like Array>
struct element_of_array<Array> {
  using type = std::remove_cv_t<typename Array::element_type>;
};
// The element type of a readable array, as dtypes.def lists it.
template <class Array>
using element_in = listed_type_t<typename element_of_array<Array>::type>;

template <contiguous_elements Array>
std::int64_t count_of(const Array& array) {
  return static_cast<std::int64_t>(std::ranges::size(array));
}
template <contiguous_elements Array>
const element_in<Array>* data_of(const Array& array) {
  return reinterpret_cast<const element_in<Array>*>(std::ranges::data(array));
}

template <class Array>
array_view any_view_of(const Array& array) {
  if constexpr (mdspan_like<Array>) {
    return view_of(array);
  } else {
    return array;
  }
}

// A pointer, or an iterator of elements one after another; a C array is a pointer to its first.
template <class Argument>
inline constexpr bool is_position = std::contiguous_iterator<std::decay_t<const Argument&>>;
// How many elements there are.
template <class Argument>
inline constexpr bool is_count = std::integral<Argument> && !std::same_as<Argument, bool>;
// An array is none: two of them are not a begin and an end.
template <class First, class Last>
inline constexpr bool is_end_of = std::sized_sentinel_for<Last, std::decay_t<const First&>>;

// Whether the two tell where elements begin and how many there are, or where they end. Where they do not, this does not
// compile, and says why.
template <class First, class Second>
consteval bool is_stretch() {
  if constexpr (is_position<First> && (is_count<Second> || is_end_of<First, Second>)) {
    return is_element<std::iter_value_t<std::decay_t<const First&>>>();
  } else if constexpr (std::input_iterator<First> && std::sentinel_for<Second, First>) {
    static_assert(never<First>,
                  "expected iterators of elements one after another in memory, as a std::vector has them");
    return false;
  } else if constexpr (std::contiguous_iterator<First>) {
    static_assert(never<First>, "expected a count of elements or their end behind a pointer or an iterator");
    return false;
  } else {
    static_assert(never<First>, "expected warpfold::options behind an array, as in (values, {.threads = 4})");
    return false;
  }
}

// Whether the three tell where two arrays begin and how many elements each has, or where the first begins and ends and
// where the second begins. Where they do not, this does not compile, and says why.
template <class First, class Second, class Third>
consteval bool is_pair_of_stretches() {
  if constexpr (is_position<First> && is_position<Second> && is_count<Third>) {
    return is_element<std::iter_value_t<std::decay_t<const First&>>>();
  } else if constexpr (is_position<First> && is_end_of<First, Second> && is_position<Third>) {
    return is_element<std::iter_value_t<std::decay_t<const First&>>>();
  } else {
    static_assert(
        never<First>,
        "expected two arrays and warpfold::options, as in (a, b, {.threads = 4}); or two pointers and a count; "
        "or the iterators of one array's begin and end and of the other's begin");
    return false;
  }
}

// Throws error for a number below 0.
void require_count(std::int64_t count);

template <class First, class Second>
auto stretch(const First& first, const Second& second) {
  const auto* const data = std::to_address(first + 0);
  std::int64_t count = 0;
  if constexpr (is_count<Second>) {
    count = static_cast<std::int64_t>(second);
  } else {
    count = static_cast<std::int64_t>(second - first);
  }
  require_count(count);
  return std::span(data, static_cast<std::size_t>(count));
}

}  // namespace warpfold::detail
