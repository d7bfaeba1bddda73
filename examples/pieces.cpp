// A reduction of an array that arrives piece by piece, on several machines or on several days.
//
// Shows that however an array is cut the result is the same to the last bit, and how exact sums are saved and merged.
// Prints
//
//   in one piece   49.5
//   in three       49.5
//   merged         49.5
#include <warpfold/warpfold.hpp>

#include <cstddef>
#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

int main() {
  std::vector<double> values(100);
  std::iota(values.begin(), values.end(), 0.0);
  const std::span<const double> all = values;
  std::printf("in one piece   %g\n", warpfold::mean(values));

  // Each piece may be released after it was added.
  warpfold::reduction mean(warpfold::op::mean, warpfold::dtype::float64);
  mean.add(all.first(7));
  mean.add(all.subspan(7, 60));
  mean.add(all.subspan(67));
  std::printf("in three       %g\n", mean.finish().values[0].as<double>());

  // Two that know nothing of each other. What one saves is bytes, for a file or a network, which any machine reads.
  warpfold::reduction yesterday(warpfold::op::mean, warpfold::dtype::float64);
  yesterday.add(all.first(50));
  const std::vector<std::byte> saved = yesterday.save();

  warpfold::reduction today(warpfold::op::mean, warpfold::dtype::float64);
  today.add(all.subspan(50));
  today.merge(saved);
  std::printf("merged         %g\n", today.finish().values[0].as<double>());
}
