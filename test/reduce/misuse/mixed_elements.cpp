// expected: takes two arrays of one element type, found two types
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  const std::vector<float> a = {1, 2};
  const std::vector<double> b = {1, 2};
  warpfold::dot(a, b);
}
