// What a reduction must give, computed independently: exact arithmetic in GMP, rounded once. Where the contract states
// an error bound instead, the interval between the roundings of both ends.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "warpfold/base/scalar.hpp"
#include "warpfold/reduce/reduce.hpp"

namespace warpfold::test {

struct expectation {
  bool error = false;        // reduce() must throw
  std::vector<scalar> low;   // one a value of the result
  std::vector<scalar> high;  // the same as low where the result is exact
};

// Of `a`, and for dot of `a` and `b`. Defined for every dtype.
template <element T>
expectation expect(op operation, const std::vector<T>& a, const std::vector<T>& b, const options& choice);

// Whether `found` is what is expected: to the last bit, or within the interval. Any NaN must be the positive quiet one.
testing::AssertionResult meets(const expectation& expected, const result& found);

}  // namespace warpfold::test
