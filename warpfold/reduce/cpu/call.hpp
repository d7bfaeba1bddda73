// The compiled side of calls.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "warpfold/reduce/accelerator.hpp"
#include "warpfold/reduce/calls.hpp"
#include "warpfold/reduce/cpu/engine.hpp"
#include "warpfold/reduce/cpu/exact_environment.hpp"
#include "warpfold/reduce/cpu/operator_partial.hpp"
#include "warpfold/reduce/tune/cpu.hpp"

namespace warpfold::cpu {

// Whether elements of so many bytes are reduced at once: by this thread, where they lie.
inline bool at_once(std::int64_t bytes, const options& choice) {
  const bool here = choice.engine == engine::automatic || choice.engine == engine::cpu;
  const bool small = bytes < tune::parallel_bytes || choice.threads == 1;
  return here && small && choice.nan == nan_mode::propagate && !choice.result_dtype;
}

template <class R, class Op>
R reduce_at_once(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count) {
  const exact::ieee_environment environment;
  kernel<Op> whole(op);
  whole.add(op, a, b, count, 0);
  return whole.template finish<value_of<R>>(op, count);
}

// By any engine and any options.
template <class R, class Op>
R reduce_arrays(op operation, const Op& op, std::span<const array_view> arrays, const options& choice) {
  constexpr dtype type = dtype_of<element_of<Op>>;
  const exact::ieee_environment environment;
  operator_partial<Op> whole(op, choice);
  if (whole.result_dtype() != dtype_of<value_of<R>>) throw_result_dtype(type, whole.result_dtype());
  const accelerator::request wanted{operation, type, choice};
  wanted.require_arrays(arrays);
  accelerator* const machine = accelerator_reading(choice.engine, arrays);
  const walk elements(arrays, Op::laws);
  if (machine != nullptr) {
    machine->require(wanted);
    machine->add(whole, wanted, {&elements, 0, elements.size(), 0, true});
  } else {
    add_walk(whole, elements, 0, elements.size(), 0, choice.threads);
  }
  return whole.value(elements.size());
}

}  // namespace warpfold::cpu

namespace warpfold::detail {

// Calls `use` with the operator that the options ask for; does nothing where there is none for T.
template <op Operation, element T, class Use>
call_result_t<Operation, T> with_chosen(const options& choice, const Use& use) {
  using R = call_result_t<Operation, T>;
  [[maybe_unused]] const auto use_it = [&]<class Op>(const Op& chosen) -> R {
    if constexpr (Op::template gives<value_of<R>>) {
      return use(chosen);
    } else {
      cpu::throw_result_dtype(dtype_of<T>, *choice.result_dtype);
    }
  };
#define WARPFOLD_OP(name, inputs, summary)                          \
  if constexpr (Operation == op::name && meaningful<op::name, T>) { \
    return operators::with_##name<T>(effective(choice), use_it);    \
  }
#include "warpfold/reduce/ops.def"
}

template <op Operation>
constexpr std::size_t inputs() {
#define WARPFOLD_OP(name, inputs, summary) \
  if (Operation == op::name) return inputs;
#include "warpfold/reduce/ops.def"
}

template <op Operation, element T>
call_result_t<Operation, T> call(const T* a, const T* b, std::int64_t count, const options& choice) {
  if (cpu::at_once(count * static_cast<std::int64_t>(sizeof(T)), choice)) {
    return with_chosen<Operation, T>(choice, [&](const auto& chosen) {
      return cpu::reduce_at_once<call_result_t<Operation, T>>(chosen, a, b, count);
    });
  }
  const std::array arrays{array_view(dtype_of<T>, a, {count}), array_view(dtype_of<T>, b, {count})};
  return call_views<Operation, T>({arrays.data(), inputs<Operation>()}, choice);
}

template <op Operation, element T>
call_result_t<Operation, T> call_views(std::span<const array_view> arrays, const options& choice) {
  return with_chosen<Operation, T>(choice, [&](const auto& chosen) {
    return cpu::reduce_arrays<call_result_t<Operation, T>>(Operation, chosen, arrays, choice);
  });
}

}  // namespace warpfold::detail
