// Kernels of the fast float operators: blocks of the fixed order by vectors.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "warpfold/reduce/cpu/kernel.hpp"
#include "warpfold/reduce/cpu/vectors.hpp"
#include "warpfold/reduce/op/dot.hpp"
#include "warpfold/reduce/op/mean.hpp"
#include "warpfold/reduce/op/norm.hpp"
#include "warpfold/reduce/op/std.hpp"
#include "warpfold/reduce/op/sum.hpp"
#include "warpfold/reduce/op/var.hpp"

namespace warpfold::cpu {

// The state of a block of an operator whose state is a double: `add_up(sums)` adds up all elements but the last few in
// its lanes, and returns how many it took. Lanes without an element need not be combined.
template <class Op, class AddUp>
double narrow_block_state(const Op& op, const element_of<Op>* a, const element_of<Op>* b, std::int64_t count,
                          AddUp add_up) {
  narrow_lane_values sums;
  const std::int64_t taken = add_up(sums);
  const auto lanes = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(count)));
  const std::int64_t used = std::min<std::int64_t>(lanes, fixed_narrow_lanes);
  if (taken < used) std::fill(sums.begin() + taken, sums.begin() + used, op.identity());
  for (std::int64_t i = taken; i < count; ++i) {
    absorb_at(op, sums[static_cast<std::size_t>(i % fixed_narrow_lanes)], a, b, i, i);
  }
  float_of<element_of<Op>>().combine(sums, used);
  return sums[0];
}

template <floating_element T>
struct block_fold<operators::fast_sum<T>> {
  static double of(const operators::fast_sum<T>& op, const T* elements, const T* none, std::int64_t count,
                   std::int64_t) {
    return narrow_block_state(op, elements, none, count,
                              [&](narrow_lane_values& sums) { return float_of<T>().sum(sums, elements, count); });
  }
};
template <floating_element T>
struct block_fold<operators::fast_mean<T>> : block_fold<operators::fast_sum<T>> {};

template <floating_element T>
struct block_fold<operators::fast_norm_one<T>> {
  static double of(const operators::fast_norm_one<T>& op, const T* elements, const T* none, std::int64_t count,
                   std::int64_t) {
    return narrow_block_state(op, elements, none, count, [&](narrow_lane_values& sums) {
      return float_of<T>().magnitudes(sums, elements, count);
    });
  }
};

template <floating_element T>
struct block_fold<operators::fast_dot<T>> {
  static double of(const operators::fast_dot<T>& op, const T* a, const T* b, std::int64_t count, std::int64_t) {
    return narrow_block_state(op, a, b, count,
                              [&](narrow_lane_values& sums) { return float_of<T>().products(sums, a, b, count); });
  }
};

// The state of a block from those of its lanes after whole steps, which `lane_state(lane)` gives, and the elements
// left.
template <class Op, class LaneState>
typename Op::state block_state(const Op& op, const element_of<Op>* elements, const element_of<Op>* none,
                               std::int64_t count, std::int64_t steps, LaneState lane_state) {
  std::array<typename Op::state, fixed_lanes> lanes;
  for (std::size_t lane = 0; lane < fixed_lanes; ++lane) lanes[lane] = lane_state(lane);
  for (std::int64_t i = steps * fixed_lanes; i < count; ++i) {
    absorb_at(op, lanes[static_cast<std::size_t>(i % fixed_lanes)], elements, none, i, i);
  }
  combine_lanes(op, lanes);
  return lanes[0];
}

template <floating_element T>
struct block_fold<operators::fast_norm_two<T>> {
  using state = typename operators::fast_norm_two<T>::state;
  static state of(const operators::fast_norm_two<T>& op, const T* elements, const T* none, std::int64_t count,
                  std::int64_t) {
    lane_values large;
    lane_values usual;
    lane_values small;
    float_of<T>().squares(large, usual, small, elements, count / fixed_lanes);
    return block_state(op, elements, none, count, count / fixed_lanes, [&](std::size_t lane) {
      return state{large[lane], usual[lane], small[lane]};
    });
  }
};

template <floating_element T>
struct block_fold<operators::fast_var<T>> {
  using state = typename operators::fast_var<T>::state;
  static state of(const operators::fast_var<T>& op, const T* elements, const T* none, std::int64_t count,
                  std::int64_t) {
    lane_values means;
    lane_values deviations;
    const std::int64_t steps = count / fixed_lanes;
    float_of<T>().moments(means, deviations, elements, steps);
    return block_state(op, elements, none, count, count / fixed_lanes, [&](std::size_t lane) {
      return state{static_cast<double>(steps), means[lane], deviations[lane]};
    });
  }
};
template <floating_element T>
struct block_fold<operators::fast_standard_deviation<T>> : block_fold<operators::fast_var<T>> {};

}  // namespace warpfold::cpu
