// expected: expected warpfold::options behind an array
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  const std::vector<double> values = {1, 2};
  warpfold::sum(values, values);
}
