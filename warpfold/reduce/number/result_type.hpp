// The dtype of a result where the caller does not pick one, and which dtypes may be picked.
#pragma once

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/number/order_key.hpp"

namespace warpfold {

template <class T>
concept floating_element = element<T> && is_floating_element<T>;

template <class T>
inline constexpr bool is_complex_element = false;
template <class T>
inline constexpr bool is_complex_element<std::complex<T>> = true;
template <class T>
concept complex_element = element<T> && is_complex_element<T>;
template <class T>
concept real_element = element<T> && !is_complex_element<T>;

// Sums and products: integers widen to 64 bits, floats and complex numbers stay.
template <element T>
using sum_result_t =
    std::conditional_t<!std::integral<T>, T, std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

// Means: integers give doubles.
template <element T>
using mean_result_t = std::conditional_t<std::integral<T>, double, T>;

namespace detail {
template <class T>
struct real_of : std::type_identity<mean_result_t<T>> {};
template <class T>
struct real_of<std::complex<T>> : std::type_identity<T> {};
template <class T>
struct part_of : std::type_identity<T> {};
template <class T>
struct part_of<std::complex<T>> : std::type_identity<T> {};
template <class R>
struct value_in : std::type_identity<R> {};
template <class R, std::size_t Count>
struct value_in<std::array<R, Count>> : std::type_identity<R> {};
}  // namespace detail

// T, or the type of a complex T's parts.
template <element T>
using real_part_t = typename detail::part_of<T>::type;

// Norms and the like: a real number.
template <element T>
using real_result_t = typename detail::real_of<T>::type;

// One of a result's values.
template <class R>
using value_of = typename detail::value_in<R>::type;

// The dtype that an operator gives unless the caller picks another.
template <class Op>
inline constexpr dtype default_result_dtype = dtype_of<value_of<typename Op::result_type>>;

// A real number of any kind but bool, if T is an integer; a float of any size, if T is one; or a complex number.
template <class R, class T>
inline constexpr bool can_hold_sum_of = complex_element<T> ? complex_element<R>
                                        : floating_element<T>
                                            ? floating_element<R>
                                            : floating_element<R> || (std::integral<R> && !std::same_as<R, bool>);

}  // namespace warpfold
