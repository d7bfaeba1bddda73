// A program of someone who uses warpfold as a library.
#include <warpfold/base/version.hpp>
#include <warpfold/reduce/reduce.hpp>

#include <cstdio>
#include <span>
#include <vector>

int main() {
  const std::vector<double> values = {1e100, 1.0, -1e100};
  const warpfold::result sum = warpfold::reduce(warpfold::op::sum, std::span(values));
  std::printf("warpfold %s: %s\n", warpfold::version.data(), to_string(sum.values.front()).c_str());
  return sum.values.front().as<double>() == 1.0 ? 0 : 1;
}
