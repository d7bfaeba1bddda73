// The update of fast variances without a division: no lane of the fixed order absorbs more than some elements.
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

namespace operators {

// As the operator absorbs it, to the last bit, into the state of a lane.
template <class T>
__device__ void absorb_element(const fast_var<T>&, typename fast_var<T>::state& moments, T a, T, std::int64_t) {
  const auto value = static_cast<double>(a);
  const double distance = value - moments.mean;
  moments.count += 1;
  moments.mean += distance * detail::reciprocals.of[static_cast<int>(moments.count)];
  moments.deviations += distance * (value - moments.mean);
}

}  // namespace operators

}  // namespace warpfold
