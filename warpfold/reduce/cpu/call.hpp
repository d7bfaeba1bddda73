// The compiled side of calls.hpp.
#pragma once

#include <array>
#include <span>
#include <string>

#include "warpfold/reduce/calls.hpp"
#include "warpfold/reduce/cpu/engine.hpp"
#include "warpfold/reduce/cpu/exact_environment.hpp"
#include "warpfold/reduce/cpu/operator_partial.hpp"
#include "warpfold/reduce/tune/cpu.hpp"

namespace warpfold::cpu {

template <class R, class Op>
R call(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count, const options& choice) {
  using T = element_of<Op>;
  if constexpr (!Op::template gives<value_of<R>>) {
    throw_result_dtype(dtype_of<T>, *choice.result_dtype);
  } else {
    const exact::ieee_environment environment;
    const bool small = count * static_cast<std::int64_t>(sizeof(T)) < tune::parallel_bytes || choice.threads == 1;
    if (small && choice.nan == nan_mode::propagate && !choice.result_dtype) {
      kernel<Op> whole(op);
      whole.add(op, a, b, count, 0);
      return whole.template finish<value_of<R>>(op, count);
    }
    operator_partial<Op> whole(op, choice);
    if (whole.result_dtype() != dtype_of<value_of<R>>) throw_result_dtype(dtype_of<T>, whole.result_dtype());
    const std::array arrays{array_view(dtype_of<T>, a, {count}), array_view(dtype_of<T>, b, {count})};
    const walk elements({arrays.data(), b == nullptr ? std::size_t{1} : 2}, true);
    add_walk(whole, elements, 0, count, 0, choice.threads);
    return whole.value(count);
  }
}

template <op Operation, element T>
warpfold::detail::call_result_t<Operation, T> call_operator(const T* a, const T* b, std::int64_t count,
                                                            const options& choice) {
  using R = warpfold::detail::call_result_t<Operation, T>;
  if (choice.engine != engine::automatic && choice.engine != engine::cpu) {
    const array_view view(dtype_of<T>, a, {count});
    return warpfold::detail::from_result<R>(b == nullptr
                                                ? reduce(Operation, view, choice)
                                                : reduce(Operation, view, array_view(dtype_of<T>, b, {count}), choice));
  }
  const auto use = [&](const auto& chosen) -> R { return call<R>(chosen, a, b, count, choice); };
#define WARPFOLD_OP(name, inputs, summary) \
  if constexpr (Operation == op::name) return operators::with_##name<T>(effective(choice), use);
#include "warpfold/reduce/ops.def"
}

template <op Operation, element T>
constexpr auto call_pointer()
    -> warpfold::detail::call_result_t<Operation, T> (*)(const T*, const T*, std::int64_t, const options&) {
  if constexpr (warpfold::detail::meaningful<Operation, T>) {
    return &call_operator<Operation, T>;
  } else {
    return nullptr;
  }
}

}  // namespace warpfold::cpu

namespace warpfold::detail {

template <element T>
const call_table<T>& calls_of() {
  static constexpr call_table<T> table{
#define WARPFOLD_OP(name, inputs, summary) cpu::call_pointer<op::name, T>(),
#include "warpfold/reduce/ops.def"
  };
  return table;
}

}  // namespace warpfold::detail
