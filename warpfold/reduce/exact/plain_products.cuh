// Exact sums of products of float16 in two plain doubles: a product is a multiple of 2^-48 below 2^32. Its multiple of
// 2^-8 goes to one of them, what is left, at most 2^-9, to the other: sums of 8192 of either need no more than the 53
// bits that a double has.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"

namespace warpfold::exact {

// The sums of a warp's lanes. `Terms` are products or squares of float16; see terms.cuh.
template <class Terms>
class plain_products {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  struct sums {
    double upper = 0;
    double lower = -0.0;

    __device__ void add(double a, double b) {
      constexpr double anchor = 0x1.8p44;  // whose last bit is 2^-8
      const double multiple = __dsub_rn(__fma_rn(a, b, anchor), anchor);
      upper = __dadd_rn(upper, multiple);
      lower = __dadd_rn(lower, __fma_rn(a, b, -multiple));
    }
    __device__ void add(const sums& other) {
      upper = __dadd_rn(upper, other.upper);
      lower = __dadd_rn(lower, other.lower);
    }
    __device__ bool finite() const { return has_finite_bits(lower); }
    // Whether all products have been -0: what is left of any other is not, or +0.
    __device__ bool negative_zero() const { return bits_of(lower) == float_format<double>::sign_bit; }
  };

  // Adds a batch of terms, which came from there. All lanes must call. What is not finite goes to `totals`.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, total* totals) {
    add_sums(sums_of(loaded), origin, choice, totals);
  }
  // The same in two steps.
  __device__ static sums sums_of(const batch& loaded) {
    sums chains[2];
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) {
      chains[i % 2].add(widened<double>(Terms::first(loaded, i)), widened<double>(Terms::second(loaded, i)));
    }
    chains[0].add(chains[1]);
    return chains[0];
  }
  template <class Origin>
  __device__ void add_sums(sums of_batch, const Origin& origin, term_choice choice, total* totals) {
    if (!__all_sync(every_lane, of_batch.finite())) of_batch = finite_sums(origin, choice, totals);
    sums_.add(of_batch);
    added_ += Terms::count;
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the sums to `totals`. All lanes must call.
  __device__ void flush(total* totals) {
    if (!sums_.negative_zero()) totals->note_other();
    const std::int64_t units[2] = {static_cast<std::int64_t>(sums_.upper * 0x1p8),
                                   static_cast<std::int64_t>(sums_.lower * 0x1p48)};
    add_warp_sums<1>(units, -8, 40, totals);
    sums_ = {};
    added_ = 0;
  }

 private:
  static constexpr int most_terms = 8192;
  static_assert(Terms::least_unit == -48 && Terms::greatest_exponent == 32);

  template <class Origin>
  __device__ __noinline__ static sums finite_sums(Origin origin, term_choice choice, total* totals) {
    const batch loaded = origin.load();
    double terms[Terms::count];
    Terms::compute(loaded, terms);
    Terms::resolve(loaded, choice, terms, *totals);
    sums of_batch;
    for (const double term : terms) of_batch.add(term, 1.0);
    return of_batch;
  }

  sums sums_;
  int added_ = 0;
};

}  // namespace warpfold::exact
