// Exact sums of float16 in plain doubles: every float16 is a multiple of 2^-24 below 2^16, so that sums of 8192 of them
// need no more than the 53 bits that a double has.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"

namespace warpfold::exact {

// The sums of a warp's lanes. `Terms` are float16 elements, as doubles; see terms.cuh.
template <class Terms>
class plain_sums {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  // Adds a batch of terms, which came from there. All lanes must call. What is not finite goes to `totals`.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, total* totals) {
    add_sum(sum_of(loaded), origin, choice, totals);
  }
  // The same in two steps.
  __device__ static double sum_of(const batch& loaded) {
    double terms[Terms::count];
    Terms::compute(loaded, terms);
    return sum_of(terms);
  }
  template <class Origin>
  __device__ void add_sum(double batch_sum, const Origin& origin, term_choice choice, total* totals) {
    if (!__all_sync(every_lane, has_finite_bits(batch_sum))) batch_sum = finite_sum(origin, choice, totals);
    sum_ = __dadd_rn(sum_, batch_sum);
    added_ += Terms::count;
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the sums to `totals`. All lanes must call.
  __device__ void flush(total* totals) {
    // A sum is -0 where all terms have been.
    if (bits_of(sum_) != float_format<double>::sign_bit) totals->note_other();
    add_warp_sum<1>(static_cast<std::int64_t>(sum_ * (1 << -unit)), unit, totals);
    sum_ = -0.0;
    added_ = 0;
  }

 private:
  static constexpr int unit = Terms::least_unit;
  static constexpr int most_terms = 8192;
  static_assert(unit == float_format<float16>::least_exponent);

  template <class Origin>
  __device__ __noinline__ static double finite_sum(Origin origin, term_choice choice, total* totals) {
    const batch loaded = origin.load();
    double terms[Terms::count];
    Terms::compute(loaded, terms);
    Terms::resolve(loaded, choice, terms, *totals);
    return sum_of(terms);
  }

  // In four chains, which is as exact as in order.
  __device__ static double sum_of(const double (&terms)[Terms::count]) {
    double chains[4] = {terms[0], terms[1], terms[2], terms[3]};
#pragma unroll
    for (int i = 4; i < Terms::count; ++i) chains[i % 4] = __dadd_rn(chains[i % 4], terms[i]);
    return __dadd_rn(__dadd_rn(chains[0], chains[1]), __dadd_rn(chains[2], chains[3]));
  }

  double sum_ = -0.0;
  int added_ = 0;
};

}  // namespace warpfold::exact
