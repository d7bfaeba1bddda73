// expected: expected two arrays and warpfold::options
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  const std::vector<double> values = {1, 2};
  warpfold::dot(values, values, 2);
}
