// A total in shared memory, which the threads of a block add to at once.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/accumulator_words.hpp"
#include "warpfold/reduce/exact/int128.hpp"

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
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < all_words; i += blockDim.x) word_[i] = 0;
  }

  // One lane's share of adding value · 2^exponent, which is below 2^70 in magnitude, and counting nothing: that of
  // digit 0, 1, 2 or 3 from where the value begins.
  __device__ void add_digit(int128 value, int exponent, int digit) {
    const int position = exponent - Accumulator::least_exponent;
    const auto low = static_cast<std::uint64_t>(value);
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const std::uint64_t own_half = digit < 2 ? low : high;
    const std::uint64_t own = digit % 2 == 0 ? own_half : own_half >> 32;
    const std::uint64_t below = digit == 0 ? 0 : digit == 2 ? low >> 32 : digit == 1 ? low : high;
    const std::uint32_t bits = __funnelshift_l(static_cast<std::uint32_t>(below), static_cast<std::uint32_t>(own),
                                               position % Accumulator::digit_bits);
    add(position / Accumulator::digit_bits + digit,
        digit == 3 ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits});
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
  __device__ void note_other() {
    atomicOr(reinterpret_cast<unsigned*>(&word_[words::others]), 1u);
  }
  __device__ void count_left_out(std::int64_t elements) {
    add(words::count, elements);
  }

  __device__ std::int64_t left_out() const {
    return word(words::count);
  }

  // A word with what its lower neighbour carries into it, so that every digit is below 2^33 in magnitude, as after two
  // additions; their number is not counted. Nobody may be adding.
  __device__ std::int64_t carried(int i) const {
    const std::int64_t own = word(i);
    const std::int64_t carry = word(max(i - 1, 0)) >> Accumulator::digit_bits;
    const bool carries = i < digits - 1;
    const bool receives = i > 0 && i < digits;
    return (carries ? own & 0xffffffff : own) + (receives ? carry : 0);
  }

 private:
  __device__ std::int64_t word(int i) const {
    return static_cast<std::int64_t>(word_[i]);
  }
  // Half by half: there is no instruction that adds 64 bits to shared memory, and threads would wait for each other.
  __device__ void add(int i, std::int64_t value) {
    if (value == 0) return;
    auto* const halves = reinterpret_cast<unsigned*>(&word_[i]);
    const auto low = static_cast<unsigned>(value);
    const unsigned carry = atomicAdd(halves, low) + low < low ? 1 : 0;
    atomicAdd(halves + 1, static_cast<unsigned>(value >> 32) + carry);
  }
  __device__ void count_exceptional(float_class kind, bool negative) {
    note_other();
    add(kind == float_class::nan ? words::nans : negative ? words::negative_infinities : words::positive_infinities, 1);
  }

  static constexpr unsigned all_words = words::count + 1;

  unsigned long long word_[all_words];  // that of others is 1 if there was any
};

}  // namespace warpfold::exact
