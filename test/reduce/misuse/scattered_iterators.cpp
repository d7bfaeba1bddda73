// expected: expected iterators of elements one after another in memory
#include <deque>

#include "warpfold/warpfold.hpp"

void misuse() {
  const std::deque<double> values = {1, 2};
  warpfold::sum(values.begin(), values.end());
}
