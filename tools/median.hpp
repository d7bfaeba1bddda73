// The middle of a few measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace warpfold::tools {

// The median of `values`, the upper one of the two in the middle; there must be at least one.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace warpfold::tools
