// From a reduction that is asked for to the operator whose state the kernels of exact sums give: said once, for the
// units that hold the kernels and for the host that picks one.
#pragma once

#include "warpfold/reduce/with_operator.hpp"
#include "warpfold/reduce/workspace.hpp"

namespace warpfold::gpu {

// Whether an operator's state is exact accumulators.
template <class Op>
inline constexpr bool is_exact = sizeof(typename Op::state) > largest_state;

// Operators that differ in nothing but how they finish share a kernel.
template <class Op>
const Op& exact_state(const Op& op) {
  return op;
}
template <element T>
operators::sum<T> exact_state(const operators::mean<T>&) {
  return operators::sum<T>(overflow::error);
}
template <element T>
const operators::var<T>& exact_state(const operators::standard_deviation<T>& op) {
  return op;
}

// Calls use(operator), if what is asked for is an exact sum of T; whether it is. Throws error where the operator has no
// meaning for T.
template <element T, class Use>
bool with_exact_operator(op operation, const options& given, Use use) {
  return with_operator<T>(operation, effective(given), [&](const auto& chosen) {
    constexpr bool exact = is_exact<std::remove_cvref_t<decltype(chosen)>>;
    if constexpr (exact) use(exact_state(chosen));
    return exact;
  });
}

}  // namespace warpfold::gpu
