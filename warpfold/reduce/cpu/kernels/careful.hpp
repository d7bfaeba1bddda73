// Kernels of float products and sums of exponentials: blocks of the fixed order by vectors, unless an element is
// special.
#pragma once

#include "warpfold/reduce/cpu/kernels/fast.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/op/logsumexp.hpp"
#include "warpfold/reduce/op/prod.hpp"

namespace warpfold::cpu {

template <floating_element T>
bool all_finite(const T* elements, std::int64_t count) {
  constexpr key_range<T> numbers = number_keys<T>();
  const key_range<T> range = keys_of<T>().extremes(elements, count);
  return range.least > numbers.least && range.greatest < numbers.greatest;
}

template <class Op>
typename Op::state element_by_element(const Op& op, const element_of<Op>* elements, std::int64_t count) {
  return block_state(op, elements, nullptr, count, 0, [&](std::size_t) { return op.identity(); });
}

template <floating_element T>
struct block_fold<operators::floating_prod<T>> {
  using state = typename operators::floating_prod<T>::state;
  static state of(const operators::floating_prod<T>& op, const T* elements, const T* none, std::int64_t count,
                  std::int64_t) {
    const std::int64_t steps = count / fixed_lanes;
    if (steps == 0 || !all_finite(elements, count) || keys_of<T>().count_nonzero(elements, count) != count) {
      return element_by_element(op, elements, count);
    }
    product_lanes lanes;
    float_of<T>().product(lanes, elements, steps);
    return block_state(op, elements, none, count, steps, [&](std::size_t lane) {
      state of_lane{{{lanes.high[lane], lanes.low[lane]}, lanes.exponent[lane]}, 1};
      of_lane.product.normalize();
      return of_lane;
    });
  }
};

template <floating_element T, class Number>
struct block_fold<operators::logsumexp<T, Number>> {
  using operation = operators::logsumexp<T, Number>;
  using state = typename operation::state;
  static state of(const operation& op, const T* elements, const T* none, std::int64_t count, std::int64_t) {
    const std::int64_t steps = count / fixed_lanes;
    if (steps == 0 || !all_finite(elements, count)) return element_by_element(op, elements, count);
    if constexpr (std::same_as<Number, double>) {
      lane_values greatest;
      lane_values sums;
      float_of<T>().fast_exponentials(greatest, sums, elements, steps);
      return block_state(op, elements, none, count, steps, [&](std::size_t lane) {
        return state{greatest[lane], sums[lane], false, false};
      });
    } else {
      exponential_lanes lanes;
      float_of<T>().exponentials(lanes, elements, steps);
      return block_state(op, elements, none, count, steps, [&](std::size_t lane) {
        return state{{lanes.greatest[lane], 0}, {lanes.high[lane], lanes.low[lane]}, false, false};
      });
    }
  }
};

}  // namespace warpfold::cpu
