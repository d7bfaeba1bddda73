// Exact sums at rest: what a reduction has gathered, as integers, for another run on another machine to go on with.
// docs/exact.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "warpfold/base/dtype.hpp"
#include "warpfold/reduce/number/wide_integer.hpp"

namespace warpfold {

// What is summed. Operators that sum the same (sum and mean, var and std) can go on with each other's sums.
enum class summands : std::uint8_t { elements, magnitudes, products, squares, elements_and_squares };

// What a sum has met, which decides the result where that is not a matter of its value: nothing; -0 alone; numbers;
// or what is not finite.
enum class sum_class : std::uint8_t { empty, negative_zeros, finite, positive_infinity, negative_infinity, nan };

// One sum, in the one form that sums of the same elements have, whatever their order and whoever summed them.
struct saved_sum {
  sum_class met;
  // An integer in two's complement, its low digit first, times 2^-1088 for sums of elements and magnitudes (70 digits)
  // or 2^-2176 for sums of products and squares (138 digits). Zero unless `met` is finite.
  std::vector<std::uint32_t> digits;

  friend bool operator==(const saved_sum&, const saved_sum&) = default;
};

// All that an operator needs for its result.
struct saved_sums {
  summands of;
  dtype type;          // of the elements
  std::int64_t count;  // of the elements
  // Of complex elements the real parts' first, then the imaginary parts'; of elements and squares, the elements' first.
  std::vector<saved_sum> sums;

  friend bool operator==(const saved_sums&, const saved_sums&) = default;
};

// "the sum of squares of float32 elements"
std::string description(const saved_sums& sums);

// The bytes of a file.
std::vector<std::byte> encode(const saved_sums& sums);
// Throws error for bytes that encode() has not made.
saved_sums decode(std::span<const std::byte> bytes);

// The accumulator of either width as a sum of as many elements, and back.
template <class Accumulator>
saved_sum to_saved(Accumulator sum, std::int64_t count);
template <class Accumulator>
Accumulator to_accumulator(const saved_sum& sum);
// Throws error where the sum is no integer of 192 bits.
int192 to_integer(const saved_sum& sum);

}  // namespace warpfold
