// The operators as C++ calls, one each, made from ops.def:
//
//   warpfold::sum(values)           values: a std::span, std::vector, std::array … of elements, or anything shaped like
//   warpfold::argmax(values, {…})   std::mdspan
//   warpfold::dot(a, b)
//
// What a call returns is its operator's result_type: a sum of floats is a float, of ints an int64; minmax gives an
// array of two. Small arrays cost some ten nanoseconds: nothing is allocated and no thread is woken. Throw error as
// reduce() does, and where options ask for another result dtype than the call's.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <tuple>
#include <type_traits>

#include "warpfold/base/mdspan.hpp"
#include "warpfold/reduce/operators.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold {

// Elements one after another in memory.
template <class Array>
concept contiguous_elements = std::ranges::contiguous_range<const Array> && std::ranges::sized_range<const Array> &&
    element<std::ranges::range_value_t<const Array>>;

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

// The compiled calls for elements of type T; null where the operator has no meaning for T.
template <element T>
struct call_table {
#define WARPFOLD_OP(name, inputs, summary) \
  call_result_t<op::name, T> (*name)(const T* a, const T* b, std::int64_t count, const options& choice);
#include "warpfold/reduce/ops.def"
};
template <element T>
const call_table<T>& calls_of();

template <class R>
R from_result(const result& found) {
  if constexpr (requires { std::tuple_size<R>::value; } && !element<R>) {
    R values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = found.values[i].as<typename R::value_type>();
    return values;
  } else {
    return found.values[0].as<R>();
  }
}

template <class Array>
using element_in = std::remove_cv_t<std::ranges::range_value_t<const Array>>;

void require_one_size(std::int64_t a, std::int64_t b);

}  // namespace detail

#define WARPFOLD_CALL_1(name)                                                                                     \
  template <contiguous_elements Array>                                                                            \
  requires detail::meaningful<op::name, detail::element_in<Array>>                                                \
  auto name(const Array& array, const options& choice = {}) {                                                     \
    return detail::calls_of<detail::element_in<Array>>().name(                                                    \
        std::ranges::data(array), nullptr, static_cast<std::int64_t>(std::ranges::size(array)), choice);          \
  }                                                                                                               \
  template <mdspan_like Array>                                                                                    \
  requires detail::meaningful<op::name, typename Array::value_type>                                               \
  auto name(const Array& array, const options& choice = {}) {                                                     \
    using value = typename Array::value_type;                                                                     \
    return detail::from_result<detail::call_result_t<op::name, value>>(reduce(op::name, view_of(array), choice)); \
  }
#define WARPFOLD_CALL_2(name)                                                                                         \
  template <contiguous_elements A, contiguous_elements B>                                                             \
  requires std::same_as<detail::element_in<A>, detail::element_in<B>> &&                                              \
      detail::meaningful<op::name, detail::element_in<A>>                                                             \
  auto name(const A& a, const B& b, const options& choice = {}) {                                                     \
    const auto count = static_cast<std::int64_t>(std::ranges::size(a));                                               \
    detail::require_one_size(count, static_cast<std::int64_t>(std::ranges::size(b)));                                 \
    return detail::calls_of<detail::element_in<A>>().name(std::ranges::data(a), std::ranges::data(b), count, choice); \
  }                                                                                                                   \
  template <mdspan_like A, mdspan_like B>                                                                             \
  requires std::same_as<typename A::value_type, typename B::value_type> &&                                            \
      detail::meaningful<op::name, typename A::value_type>                                                            \
  auto name(const A& a, const B& b, const options& choice = {}) {                                                     \
    using value = typename A::value_type;                                                                             \
    return detail::from_result<detail::call_result_t<op::name, value>>(                                               \
        reduce(op::name, view_of(a), view_of(b), choice));                                                            \
  }
#define WARPFOLD_OP(name, inputs, summary) WARPFOLD_CALL_##inputs(name)
#include "warpfold/reduce/ops.def"
#undef WARPFOLD_CALL_1
#undef WARPFOLD_CALL_2

}  // namespace warpfold
