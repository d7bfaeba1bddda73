// Which operators of the caller's own commute.
#pragma once

#include <functional>

namespace warpfold {

// Whether the order of values may be changed too: an operator says so by `static constexpr bool commutative = true`.
template <class Op>
inline constexpr bool is_commutative = [] {
  if constexpr (requires { Op::commutative; }) {
    return static_cast<bool>(Op::commutative);
  } else {
    return false;
  }
}();
template <class T>
inline constexpr bool is_commutative<std::plus<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::multiplies<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::bit_and<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::bit_or<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::bit_xor<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::logical_and<T>> = true;
template <class T>
inline constexpr bool is_commutative<std::logical_or<T>> = true;

}  // namespace warpfold
