// The correctly rounded Euclidean norm of an exact sum of squares.
#pragma once

#include "warpfold/reduce/exact/square_root.hpp"

namespace warpfold::exact {

// √(sum of squares), rounded once: nothing overflows or underflows on the way.
template <floating T, class Squares>
WARPFOLD_HOST_DEVICE constexpr T norm(const Squares& squares) {
  if (!squares.counts().finite()) return squares.counts().template exceptional_value<T>();
  const auto total = value_of(squares);
  return round_to_nearest<T>(square_root(total.magnitude, total.exponent, 1, 1), false);
}

}  // namespace warpfold::exact
