// A program of someone who uses warpfold as a library.
#include <warpfold/base/version.hpp>
#include <warpfold/warpfold.hpp>

#include <cstdio>
#include <vector>

int main() {
  const std::vector<double> values = {1e100, 1.0, -1e100};
  const double sum = warpfold::sum(values);
  std::printf("warpfold %s: %g\n", warpfold::version.data(), sum);
  return sum == 1.0 ? 0 : 1;
}
