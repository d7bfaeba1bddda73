// What a lane of the fixed order gathers of fast variances: as the operator absorbs elements, to the last bit, but
// without a division, as no lane absorbs more than some, and with a count that the compiler knows to be the same in all
// lanes.
#pragma once

#include <cstdint>

#include "warpfold/reduce/fixed_order.hpp"
#include "warpfold/reduce/op/var.hpp"
#include "warpfold/reduce/thread.cuh"

namespace warpfold {

namespace detail {
constexpr int most_counted = static_cast<int>(fixed_block / fixed_lanes);
struct reciprocal_table {
  double of[most_counted + 1]{};

  constexpr reciprocal_table() {
    for (int count = 1; count <= most_counted; ++count) of[count] = 1 / static_cast<double>(count);
  }
};
static __constant__ const reciprocal_table reciprocals;
}  // namespace detail

template <class T>
class thread_partial<operators::fast_var<T>> {
 public:
  using op = operators::fast_var<T>;

  __device__ explicit thread_partial(const op&) {}
  __device__ void add(const op&, T a, T, std::int64_t) {
    const auto value = static_cast<double>(a);
    const double distance = value - mean_;
    ++count_;
    mean_ += distance * detail::reciprocals.of[count_];
    deviations_ += distance * (value - mean_);
  }
  __device__ typename op::state state(const op&) const { return {static_cast<double>(count_), mean_, deviations_}; }

 private:
  int count_ = 0;
  double mean_ = 0;
  double deviations_ = 0;
};

namespace operators {

// As the operator combines two that have absorbed c elements each, where c² is a double: the right one's share in both
// is 1/2, and c²/2c is c/2.
template <class T>
__device__ void combine_whole_lanes(const fast_var<T>&, typename fast_var<T>::state& left,
                                    const typename fast_var<T>::state& right) {
  const double distance = right.mean - left.mean;
  left.mean += distance * 0.5;
  left.deviations += right.deviations + distance * distance * (left.count * 0.5);
  left.count += left.count;
}

}  // namespace operators

}  // namespace warpfold
