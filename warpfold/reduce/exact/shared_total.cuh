// A total in shared memory, which the threads of a block add to at once.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/accumulator_words.hpp"

namespace warpfold::exact {

// An Accumulator's words, in its order, and one more: the number of elements left out. Adding is atomic, and takes a
// while: it is for what front ends have gathered, and for the few elements that they cannot hold. A digit has room for
// 2^30 additions.
template <class Accumulator>
class shared_total {
 public:
  using words = accumulator_words<Accumulator>;
  static constexpr int digits = Accumulator::digits;

  // All threads of the block must call; nobody may add before the block's next barrier.
  __device__ void clear() {
    for (int i = static_cast<int>(threadIdx.x); i < all_words; i += static_cast<int>(blockDim.x)) word_[i] = 0;
    if (threadIdx.x == 0) other_ = 0;
  }

  // Adds value · 2^exponent and counts nothing.
  __device__ void add_scaled(std::int64_t value, int exponent) {
    const int position = exponent - Accumulator::least_exponent;
    const int first = position / Accumulator::digit_bits;
    const int shift = position % Accumulator::digit_bits;
    const auto low = static_cast<std::uint64_t>(value) << shift;
    add(first, static_cast<std::uint32_t>(low));
    add(first + 1, static_cast<std::int64_t>(low >> 32));
    add(first + 2, shift == 0 ? value >> 63 : value >> (64 - shift));
  }

  // Adds one element.
  template <floating T>
  __device__ __noinline__ void deposit(T value) {
    const unpacked parts = unpack(value);
    if (parts.kind != float_class::finite) return count_exceptional(parts.kind, parts.negative);
    if (!parts.negative || parts.significand != 0) note_other();
    const auto significand = static_cast<std::int64_t>(parts.significand);
    add_scaled(parts.negative ? -significand : significand, parts.exponent);
  }

  // Adds the exact product of two elements.
  template <floating T>
  __device__ __noinline__ void deposit_product(T a, T b) {
    const unpacked x = unpack(a);
    const unpacked y = unpack(b);
    const bool negative = x.negative != y.negative;
    if (x.kind != float_class::finite || y.kind != float_class::finite) {
      const bool nan = x.kind == float_class::nan || y.kind == float_class::nan ||
                       (x.kind == float_class::finite && x.significand == 0) ||
                       (y.kind == float_class::finite && y.significand == 0);
      return count_exceptional(nan ? float_class::nan : float_class::infinite, negative);
    }
    const std::uint64_t low = x.significand * y.significand;
    const std::uint64_t high = __umul64hi(x.significand, y.significand);
    if (!negative || (low | high) != 0) note_other();
    const std::int64_t sign = negative ? -1 : 1;
    const int exponent = x.exponent + y.exponent;
    add_scaled(sign * static_cast<std::int64_t>(low & 0xffffffff), exponent);
    add_scaled(sign * static_cast<std::int64_t>(low >> 32), exponent + 32);
    add_scaled(sign * static_cast<std::int64_t>(high), exponent + 64);
  }

  // Notes that there was an element other than -0.
  __device__ void note_other() { atomicOr(&other_, 1u); }
  __device__ void count_left_out(std::int64_t elements) { add(words::count, elements); }

  __device__ std::int64_t left_out() const { return word(words::count); }

  // A word with what its lower neighbour carries into it, so that every digit is below 2^33 in magnitude. Nobody may be
  // adding.
  __device__ std::int64_t carried(int i) const {
    if (i == words::additions) return 2;
    if (i == words::others) return other_;
    if (i >= digits) return word(i);
    const std::int64_t own = i == digits - 1 ? word(i) : word(i) & 0xffffffff;
    return i == 0 ? own : own + (word(i - 1) >> Accumulator::digit_bits);
  }

 private:
  __device__ std::int64_t word(int i) const { return static_cast<std::int64_t>(word_[i]); }
  __device__ void add(int i, std::int64_t value) {
    if (value != 0) atomicAdd(&word_[i], static_cast<unsigned long long>(value));
  }
  __device__ void count_exceptional(float_class kind, bool negative) {
    note_other();
    add(kind == float_class::nan ? words::nans : negative ? words::negative_infinities : words::positive_infinities, 1);
  }

  static constexpr int all_words = words::count + 1;

  unsigned long long word_[all_words];
  unsigned other_;  // whether there was an element other than -0
};

}  // namespace warpfold::exact
