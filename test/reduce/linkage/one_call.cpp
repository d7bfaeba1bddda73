// A program with one call, which is to link that call's operator and element type alone.
#include <cstdio>
#include <vector>

#include "warpfold/warpfold.hpp"

int main() {
  const std::vector<double> values = {1e100, 1.0, -1e100};
  const double found = warpfold::dot(values, values);
  std::printf("%g\n", found);
  return found == 2e200 ? 0 : 1;
}
