// Reductions of elements whose type is known when the program is compiled: one call each, which gives a number.
//
// Shows what may be handed to a call, what options look like, and how errors arrive. Prints
//
//   sum 1, as float sums would give it: 0
//   of a pointer and a count: 1e+100
//   of two iterators: 1
//   greatest at 0, variance 5.1875
//   dot 28
//   error: arrays of 4 and 3 elements, expected one size
#include <warpfold/warpfold.hpp>

#include <array>
#include <cstdio>
#include <vector>

int main() {
  // Sums are exact and rounded once, so that what cancels does no harm.
  const std::vector<double> large = {1e100, 1.0, -1e100};
  std::printf("sum %g, as float sums would give it: %g\n", warpfold::sum(large), large[0] + large[1] + large[2]);

  // A vector, an array, a span or a C array; a pointer and a count; two iterators.
  std::printf("of a pointer and a count: %g\n", warpfold::sum(large.data(), 2));
  std::printf("of two iterators: %g\n", warpfold::sum(large.begin(), large.end()));

  // The last argument of every call is options. Indices are 64-bit integers, variances of integers are doubles.
  const std::array<int, 4> numbers = {7, 1, 2, 3};
  const std::int64_t place = warpfold::argmax(numbers, {.threads = 1});
  std::printf("greatest at %lld, variance %g\n", static_cast<long long>(place), warpfold::var(numbers, {.ddof = 0}));

  const std::vector<int> ones = {4, 1, 1, -1};
  std::printf("dot %lld\n", static_cast<long long>(warpfold::dot(numbers, ones)));
  try {
    warpfold::dot(numbers, std::vector<int>{1, 2, 3});
  } catch (const warpfold::error& wrong) {
    std::printf("error: %s\n", wrong.what());
  }
}
