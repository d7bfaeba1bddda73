// The operators as C++ calls, one each, made from ops.def:
//
//   warpfold::sum(values)           values: a std::span, std::vector, std::array, C array … of elements, or anything
//   warpfold::argmax(values, {…})   shaped like std::mdspan; then options
//   warpfold::sum(pointer, count)   a pointer or another contiguous iterator, and how many elements
//   warpfold::sum(begin, end)       two contiguous iterators
//   warpfold::dot(a, b)             two arrays of one element type and one size
//   warpfold::dot(a, b, count)      two pointers, and how many elements each has
//   warpfold::dot(begin, end, b)    two iterators of the one array, and where the other begins
//
// What a call returns is its operator's result_type: a sum of floats is a float, of ints an int64; minmax gives an
// array of two. Elements must be aligned. Small arrays cost some ten nanoseconds: nothing is allocated and no thread is
// woken. Throw error as reduce() does, and where options ask for another result dtype than the call's, or where a count
// is below 0. A call that has no meaning does not compile: the first error says why. reducible_by asks beforehand.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>

#include "warpfold/base/array_view.hpp"
#include "warpfold/base/contiguous_elements.hpp"
#include "warpfold/base/mdspan.hpp"
#include "warpfold/reduce/call_arguments.hpp"
#include "warpfold/reduce/operators.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {

namespace detail {

// What the call of an operator returns; void where it has no meaning for T.
template <op Operation, element T>
constexpr auto call_result() {
  [[maybe_unused]] constexpr auto tell = [](const auto& chosen) {
    return type_tag<typename std::remove_cvref_t<decltype(chosen)>::result_type>();
  };
#define WARPFOLD_OP(name, inputs, summary)                                    \
  if constexpr (Operation == op::name) {                                      \
    if constexpr (requires { operators::with_##name<T>(options(), tell); }) { \
      return decltype(operators::with_##name<T>(options(), tell))();          \
    } else {                                                                  \
      return type_tag<void>();                                                \
    }                                                                         \
  }
#include "warpfold/reduce/ops.def"
}
template <op Operation, element T>
using call_result_t = typename decltype(call_result<Operation, T>())::type;
template <op Operation, class T>
concept meaningful = element<T> && !std::is_void_v<call_result_t<Operation, T>>;

// The compiled call of an operator on arrays of `count` elements; b is null where it takes one array.
template <op Operation, element T>
call_result_t<Operation, T> call(const T* a, const T* b, std::int64_t count, const options& choice);
// The same of arrays that lie in any way.
template <op Operation, element T>
call_result_t<Operation, T> call_views(std::span<const array_view> arrays, const options& choice);

template <op Operation, class Array>
auto call_array(const Array& array, const options& choice) {
  using T = element_in<Array>;
  if constexpr (contiguous_elements<Array>) {
    return call<Operation, T>(data_of(array), nullptr, count_of(array), choice);
  } else {
    const array_view view = any_view_of(array);
    return call_views<Operation, T>({&view, 1}, choice);
  }
}

void require_one_size(std::int64_t a, std::int64_t b);

template <op Operation, class A, class B>
auto call_arrays(const A& a, const B& b, const options& choice) {
  using T = element_in<A>;
  if constexpr (contiguous_elements<A> && contiguous_elements<B>) {
    require_one_size(count_of(a), count_of(b));
    return call<Operation, T>(data_of(a), data_of(b), count_of(a), choice);
  } else {
    return call_views<Operation, T>(std::array{any_view_of(a), any_view_of(b)}, choice);
  }
}

template <class Argument>
concept options_like = std::convertible_to<const Argument&, const options&>;

}  // namespace detail

// Whether the call of an operator takes arrays of such a type.
template <class Array, op Operation>
concept reducible_by = (contiguous_elements<Array> ||
                        mdspan_like<Array>)&&detail::meaningful<Operation, detail::element_in<Array>>;

#define WARPFOLD_REQUIRE_MEANING(name, T)                                                          \
  static_assert(detail::meaningful<op::name, T>, "warpfold::" #name                                \
                                                 " has no meaning for elements of this type, see " \
                                                 "docs/contract.md")
#define WARPFOLD_CALL_1(name)                                                                 \
  template <class Array>                                                                      \
  auto name(const Array& array, const options& choice = {}) {                                 \
    if constexpr (detail::is_readable<Array>()) {                                             \
      WARPFOLD_REQUIRE_MEANING(name, detail::element_in<Array>);                              \
      if constexpr (reducible_by<Array, op::name>) {                                          \
        return detail::call_array<op::name>(array, choice);                                   \
      }                                                                                       \
    }                                                                                         \
  }                                                                                           \
  template <class First, class Second>                                                        \
  requires(!detail::options_like<Second>) auto name(const First& first, const Second& second, \
                                                    const options& choice = {}) {             \
    if constexpr (detail::is_stretch<First, Second>()) {                                      \
      return warpfold::name(detail::stretch(first, second), choice);                          \
    }                                                                                         \
  }
#define WARPFOLD_CALL_2(name)                                                                                    \
  template <class A, class B>                                                                                    \
  auto name(const A& a, const B& b, const options& choice = {}) {                                                \
    if constexpr (detail::is_readable<A>() && detail::is_readable<B>()) {                                        \
      constexpr bool alike = std::same_as<detail::element_in<A>, detail::element_in<B>>;                         \
      static_assert(alike, "warpfold::" #name " takes two arrays of one element type, found two types");         \
      if constexpr (alike) {                                                                                     \
        WARPFOLD_REQUIRE_MEANING(name, detail::element_in<A>);                                                   \
        if constexpr (reducible_by<A, op::name>) return detail::call_arrays<op::name>(a, b, choice);             \
      }                                                                                                          \
    }                                                                                                            \
  }                                                                                                              \
  template <class First, class Second, class Third>                                                              \
  requires(!detail::options_like<Third>) auto name(const First& first, const Second& second, const Third& third, \
                                                   const options& choice = {}) {                                 \
    if constexpr (detail::is_pair_of_stretches<First, Second, Third>()) {                                        \
      if constexpr (detail::is_count<Third>) {                                                                   \
        return warpfold::name(detail::stretch(first, third), detail::stretch(second, third), choice);            \
      } else {                                                                                                   \
        return warpfold::name(detail::stretch(first, second), detail::stretch(third, second - first), choice);   \
      }                                                                                                          \
    }                                                                                                            \
  }
#define WARPFOLD_OP(name, inputs, summary) WARPFOLD_CALL_##inputs(name)
#include "warpfold/reduce/ops.def"
#undef WARPFOLD_CALL_1
#undef WARPFOLD_CALL_2
#undef WARPFOLD_REQUIRE_MEANING

}  // namespace warpfold
