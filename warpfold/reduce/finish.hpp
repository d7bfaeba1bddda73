// The last step of exact results: from the exact value to the result's type, rounded once. Compiled once for each
// result type, whatever the elements were; for a device, where finish_definitions.hpp is included.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/accumulator.hpp"
#include "warpfold/reduce/number/double_double.hpp"
#include "warpfold/reduce/number/wide_integer.hpp"
#include "warpfold/reduce/options.hpp"

namespace warpfold {

// `value` as an R, rounded once. Where an integer R cannot hold it: modulo 2^bits on a device or if `mode` says so,
// else error "NAME is VALUE, which does not fit TYPE".
template <class R>
WARPFOLD_HOST_DEVICE R finish_integer(const int192& value, overflow mode, const char* name);

// The R nearest to value * 2^exponent, for a finite value.
template <exact::floating R>
WARPFOLD_HOST_DEVICE R round_to(double_double value, std::int64_t exponent = 0);

// Of an exact sum, and of its first and second moments: accumulators, or integers. Squares are of elements.
template <exact::floating R, class Sum>
WARPFOLD_HOST_DEVICE R finish_sum(const Sum& sum);
template <exact::floating R, class Sum>
WARPFOLD_HOST_DEVICE R finish_mean(const Sum& sum, std::int64_t count);
template <exact::floating R, class Squares>
WARPFOLD_HOST_DEVICE R finish_norm(const Squares& squares);
template <exact::floating R, class Sum, class Squares>
WARPFOLD_HOST_DEVICE R finish_variance(const Sum& sum, const Squares& squares, std::int64_t count, std::int64_t ddof);
template <exact::floating R, class Sum, class Squares>
WARPFOLD_HOST_DEVICE R finish_standard_deviation(const Sum& sum, const Squares& squares, std::int64_t count,
                                                 std::int64_t ddof);

// The integer as exact sums hold numbers.
template <class Accumulator>
Accumulator accumulated(const int192& value) {
  Accumulator result;
  result.add_scaled(value.high, 64);
  result.add_scaled(value.low, 0);
  return result;
}

}  // namespace warpfold
