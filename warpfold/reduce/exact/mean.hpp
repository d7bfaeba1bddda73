// The correctly rounded mean of an exact sum.
#pragma once

#include "warpfold/reduce/exact/dyadic.hpp"

namespace warpfold::exact {

// sum / count, rounded once; NaN where count is 0. It cannot overflow where the mean itself is representable.
template <floating T, class Sum>
WARPFOLD_HOST_DEVICE constexpr T mean(const Sum& sum, std::uint64_t count) {
  if (count == 0) return from_bits<T>(float_format<T>::nan_bits);
  if (!sum.counts().finite()) return sum.counts().template exceptional_value<T>();
  const auto total = value_of(sum);
  if (total.magnitude.zero()) return round_to_nearest<T>({0, 0, false}, sum.counts().zero_is_negative());
  return round_to_nearest<T>(quotient(total.magnitude, total.exponent, count, 1, 64), total.negative);
}

}  // namespace warpfold::exact
