// A reduction by an operator of the program's own, on values of its own.
//
// Shows what warpfold::reduce and warpfold::transform_reduce ask of an operator: that it is associative, no more. The
// order of values is kept, and the grouping depends on positions alone, so that the result is the same at any number
// of threads. Prints
//
//   the longest run of heads is 3
//   the matrices' product is 1 6 0 1
//   greatest common divisor 6
//   squares 29
#include <warpfold/warpfold.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

namespace {

// The runs of heads in a stretch of coin tosses: enough to know those of two stretches put together.
struct runs {
  int length;
  int at_start;
  int at_end;
  int longest;
};
runs of_toss(char toss) {
  const int heads = toss == 'h' ? 1 : 0;
  return {1, heads, heads, heads};
}
runs joined(const runs& left, const runs& right) {
  return {left.length + right.length, left.at_start == left.length ? left.length + right.at_start : left.at_start,
          right.at_end == right.length ? right.length + left.at_end : right.at_end,
          std::max({left.longest, right.longest, left.at_end + right.at_start})};
}

using matrix = std::array<int, 4>;
matrix product(const matrix& a, const matrix& b) {
  return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
}

}  // namespace

int main() {
  // transform_reduce(values, init, operator, transform)
  const std::vector<char> tosses = {'h', 'h', 't', 'h', 'h', 'h', 't', 'h'};
  const runs found = warpfold::transform_reduce(tosses, runs{0, 0, 0, 0}, joined, of_toss);
  std::printf("the longest run of heads is %d\n", found.longest);

  // Without an init there must be a value. The product of matrices does not commute, and need not.
  const std::vector<matrix> shears = {{1, 1, 0, 1}, {1, 2, 0, 1}, {1, 3, 0, 1}};
  const matrix all = warpfold::reduce(shears, product);
  std::printf("the matrices' product is %d %d %d %d\n", all[0], all[1], all[2], all[3]);

  const std::vector<int> numbers = {12, 18, 30};
  const int divisor = warpfold::reduce(numbers, 0, [](int a, int b) { return std::gcd(a, b); });
  std::printf("greatest common divisor %d\n", divisor);

  // Of two arrays in step.
  const std::vector<int> side = {2, 3, 4};
  std::printf("squares %d\n", warpfold::transform_reduce(side, side, 0, std::plus<>(), std::multiplies<>()));
}
