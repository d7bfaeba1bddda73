// An accumulator as an array of 64-bit integers, the digits first. Merging adds each of them to its like, so a device
// can merge, and whatever else sums integers.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/accumulator.hpp"

namespace warpfold::exact {

template <class Accumulator>
struct accumulator_words {
  static constexpr int nans = Accumulator::digits;
  static constexpr int positive_infinities = nans + 1;
  static constexpr int negative_infinities = nans + 2;
  static constexpr int negative_zeros = nans + 3;
  static constexpr int others = nans + 4;
  static constexpr int additions = nans + 5;  // digits are below 2^32 times this in magnitude
  static constexpr int count = nans + 6;

  static_assert(sizeof(Accumulator) == count * sizeof(std::int64_t));
};

}  // namespace warpfold::exact
