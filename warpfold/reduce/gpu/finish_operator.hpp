// From an operator to the one by whose `finish` a kernel makes a result of its state: said once, for the unit that
// holds the kernels and for the host that picks one.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>

#include "warpfold/reduce/with_operator.hpp"

namespace warpfold::gpu {

// Operators whose states have the same bytes and are finished in the same way share a kernel. What is not mentioned
// finishes for itself.
template <class Op>
const Op& same_finish(const Op& op) {
  return op;
}

// Integers are summed and multiplied in wide ones, floats in exact accumulators or in doubles: whatever the elements
// were, these have the same state.
template <element T>
using widest = std::conditional_t<std::integral<T>, std::int64_t,
                                  std::conditional_t<is_complex_element<T>, std::complex<double>, double>>;

template <element T>
operators::sum<widest<T>> same_finish(const operators::sum<T>&) {
  return operators::sum<widest<T>>(overflow::wrap);
}
template <real_element T>
operators::sum<widest<T>> same_finish(const operators::norm_one<T>&) {
  return operators::sum<widest<T>>(overflow::wrap);
}
template <class T>
auto same_finish(const operators::norm_one<std::complex<T>>&) {
  return operators::norm_one<std::complex<double>>(nan_mode::propagate);
}
template <class T>
auto same_finish(const operators::norm_infinity_complex<T>&) {
  return operators::norm_one<std::complex<double>>(nan_mode::propagate);
}
template <element T>
operators::mean<widest<T>> same_finish(const operators::mean<T>&) {
  return {};
}
template <element T>
operators::dot<widest<T>> same_finish(const operators::dot<T>&) {
  return operators::dot<widest<T>>(overflow::wrap);
}
template <element T>
operators::norm_two<widest<real_part_t<T>>> same_finish(const operators::norm_two<T>&) {
  return {};
}
template <std::integral T>
operators::norm_infinity<magnitude_t<T>> same_finish(const operators::norm_infinity<T>&) {
  return {};
}
template <real_element T>
operators::var<widest<T>> same_finish(const operators::var<T>& op) {
  return operators::var<widest<T>>(op.ddof());
}
template <real_element T>
operators::standard_deviation<widest<T>> same_finish(const operators::standard_deviation<T>& op) {
  return operators::standard_deviation<widest<T>>(op.ddof());
}
template <std::integral T>
operators::prod<std::int64_t> same_finish(const operators::prod<T>&) {
  return operators::prod<std::int64_t>(overflow::wrap);
}
template <real_element T>
operators::floating_prod<double> same_finish(const operators::floating_prod<T>&) {
  return operators::floating_prod<double>(nan_mode::propagate);
}
template <class T>
operators::complex_prod<double> same_finish(const operators::complex_prod<T>&) {
  return operators::complex_prod<double>(nan_mode::propagate);
}
template <real_element T, class Number>
operators::logsumexp<double, Number> same_finish(const operators::logsumexp<T, Number>&) {
  return operators::logsumexp<double, Number>(nan_mode::propagate);
}

template <element T>
operators::fast_sum<widest<T>> same_finish(const operators::fast_sum<T>&) {
  return {};
}
template <element T>
operators::fast_sum<double> same_finish(const operators::fast_norm_one<T>&) {
  return {};
}
template <element T>
operators::fast_sum<double> same_finish(const operators::fast_dot<T>&) {
  return {};
}
template <element T>
operators::fast_mean<widest<T>> same_finish(const operators::fast_mean<T>&) {
  return {};
}
template <element T>
operators::fast_norm_two<double> same_finish(const operators::fast_norm_two<T>&) {
  return {};
}
template <element T>
operators::fast_var<double> same_finish(const operators::fast_var<T>& op) {
  return operators::fast_var<double>(op.ddof());
}
template <element T>
operators::fast_standard_deviation<double> same_finish(const operators::fast_standard_deviation<T>& op) {
  return operators::fast_standard_deviation<double>(op.ddof());
}

// The keys that order elements are signed integers, whatever these are.
template <ordered_element T>
operators::max<T> same_finish(const operators::min<T>& op) {
  return operators::max<T>(op.nan());
}
template <ordered_element T>
operators::argmax<order_key_t<T>> same_finish(const operators::argmax<T>& op) {
  return operators::argmax<order_key_t<T>>(op.nan());
}
template <ordered_element T>
operators::argmax<order_key_t<T>> same_finish(const operators::argmin<T>& op) {
  return operators::argmax<order_key_t<T>>(op.nan());
}

template <element T>
operators::any<bool> same_finish(const operators::any<T>&) {
  return {};
}
template <element T>
operators::any<bool> same_finish(const operators::all<T>&) {
  return {};
}
template <element T>
operators::count_nonzero<bool> same_finish(const operators::count_nonzero<T>&) {
  return {};
}

// Calls use(type_tag<R>, operator, finishing operator) for every type R that the operator which is asked for can give.
// Throws error where the operator has no meaning for T.
template <element T, class Use>
void with_finish_operator(op operation, const options& choice, Use use) {
  with_operator<T>(operation, effective(choice), [&]<class Op>(const Op& op) {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) \
  if constexpr (Op::template gives<cpp_type>) use(type_tag<cpp_type>(), op, same_finish(op));
#include "warpfold/base/dtypes.def"
  });
}

}  // namespace warpfold::gpu
