// From a reduction that is asked for to the operator that a kernel runs: said once, for the units that hold the kernels
// and for the host that picks one.
#pragma once

#include <string>

#include "warpfold/reduce/gpu/complex_sum.hpp"
#include "warpfold/reduce/with_operator.hpp"
#include "warpfold/reduce/without_nan.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// Operators that differ in nothing but how they finish share a kernel, and what finishing needs a kernel does without.
template <class Op>
const Op& same_state(const Op& op) {
  return op;
}
template <std::integral T>
operators::sum<T> same_state(const operators::mean<T>&) {
  return operators::sum<T>(overflow::error);
}
template <element T>
const operators::var<T>& same_state(const operators::standard_deviation<T>& op) {
  return op;
}
// A half's value is a float's.
template <class T>
using as_wide = std::conditional_t<std::same_as<T, float16> || std::same_as<T, bfloat16>, float, T>;
template <floating_element T>
operators::fast_sum<as_wide<T>> same_state(const operators::fast_sum<T>&) {
  return {};
}
template <complex_element T>
complex_sum<typename T::value_type> same_state(const operators::fast_sum<T>&) {
  return {};
}
template <element T>
auto same_state(const operators::fast_mean<T>&) {
  return same_state(operators::fast_sum<T>());
}
template <element T>
operators::fast_norm_one<as_wide<T>> same_state(const operators::fast_norm_one<T>&) {
  return {};
}
template <element T>
operators::fast_norm_two<as_wide<T>> same_state(const operators::fast_norm_two<T>&) {
  return {};
}
template <element T>
operators::fast_dot<as_wide<T>> same_state(const operators::fast_dot<T>&) {
  return {};
}
template <element T>
operators::fast_var<as_wide<T>> same_state(const operators::fast_var<T>&) {
  return operators::fast_var<as_wide<T>>(0);
}
template <element T>
operators::fast_var<as_wide<T>> same_state(const operators::fast_standard_deviation<T>&) {
  return operators::fast_var<as_wide<T>>(0);
}

// Calls use(operator) with the operator whose state a kernel gives, and returns what `use` does. Where NaNs are to be
// skipped and the operator does not do so itself, that is without_nan<operator>. Throws error where the operator has no
// meaning for T or there is no kernel.
template <element T, class Use>
auto with_device_operator(op operation, const options& given, Use use) {
  const options choice = effective(given);
  using result = decltype(use(operators::any<T>()));
  const auto pick = [&](const auto& chosen) -> result {
    using Op = std::remove_cvref_t<decltype(chosen)>;
    if constexpr (sizeof(typename Op::state) > largest_state) {  // an exact accumulator
      throw error("the gpu engine has no exact " + std::string(name_of(operation)) + " of " +
                  std::string(name_of(dtype_of<T>)) + " yet: ask for a fast one, or the cpu engine");
    } else {
      if constexpr (!std::integral<T> && Op::laws.associative && !Op::laws.skips_nan) {
        if (choice.nan == nan_mode::skip) return use(without_nan(same_state(chosen)));
      }
      return use(same_state(chosen));
    }
  };
  return with_operator<T>(operation, choice, pick);
}

}  // namespace warpfold::gpu
