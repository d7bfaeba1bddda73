// Bins: exact sums of floats in shared memory, at the same cost whatever their exponents.
//
// A bin for every 16 exponents holds multiples of 2^(16 group - 150), of which every float of the group is one. Adding
// 1.5 · 2^52 units to a float leaves their number in the low bits of a double, exactly; or it is the float's
// significand, shifted, where doubles are slow. It is below 2^39, so that 2^23 of them fit into the 64 bits of a bin.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/bin_row.cuh"
#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"

namespace warpfold::exact {

// What counts a float's units.
enum class arithmetic { doubles, integers };

// The bins of one warp. `Terms` are floats; see terms.cuh.
template <class Terms, arithmetic With>
class bins {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  static constexpr int rows = 16;

  // The rows from the first on must be the warp's alone.
  __device__ explicit bins(unsigned first_row) : column_(first_row * row_bytes + threadIdx.x % 32 * bin_bytes) {
#pragma unroll
    for (int group = 0; group < rows; ++group) bin_at(group * row_bytes) = 0;
  }

  // Adds a batch of terms, which came from there. All lanes must call. What bins cannot hold goes to `totals`, of which
  // there is one for each part.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, total* totals) {
    float terms[Terms::count];
    Terms::compute(loaded, terms);
    float zero = 0;  // NaN after the first term that is not finite
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) {
      add_units<1>(terms[i]);
      zero = __fmaf_rn(terms[i], 0.0f, zero);
    }
    if (__any_sync(every_lane, zero != 0)) set_aside(origin, choice, totals);
    if (!other_) {
      other_ = any_other(terms);
      if (other_) own_of(totals).note_other();
    }
    added_ += Terms::count;
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the bins to `totals`. All lanes must call.
  __device__ __noinline__ void flush(total* totals) {
#pragma unroll 1
    for (int group = 0; group < rows; ++group) {
      unsigned long long& bin = bin_at(group * row_bytes);
      if (!__any_sync(every_lane, bin != 0)) continue;
      add_warp_sum<Terms::parts>(static_cast<std::int64_t>(bin), unit_of(group), totals);
      bin = 0;
    }
    added_ = 0;
  }

 private:
  static constexpr unsigned row_bytes = sizeof(bin_row);
  static constexpr unsigned bin_bytes = sizeof(unsigned long long);
  static constexpr int most_terms = 1 << 23;

  __device__ static int unit_of(int group) {
    return 16 * group - 150;
  }
  __device__ unsigned long long& bin_at(unsigned row_offset) const {
    return *reinterpret_cast<unsigned long long*>(reinterpret_cast<unsigned char*>(rows_of_block()) + column_ +
                                                  row_offset);
  }
  __device__ static total& own_of(total* totals) {
    return totals[threadIdx.x % Terms::parts];
  }

  template <int Sign>
  __device__ void add_units(float term) const {
    const unsigned row_offset = bits_of(term) >> 19 & (rows - 1) * row_bytes;
    const std::uint64_t units = units_of(term, row_offset);
    bin_at(row_offset) += Sign > 0 ? units : 0 - units;
  }

  __device__ static std::uint64_t units_of(float term, unsigned row_offset) {
    if constexpr (With == arithmetic::doubles) {
      // The high word of 1.5 · 2^52 units.
      const unsigned anchor_high = row_offset * (0x1000000 / row_bytes) + (0x43380000u - (150u << 20));
      const std::uint64_t anchor = std::uint64_t{anchor_high} << 32;
      return bits_of(__dadd_rn(static_cast<double>(term), from_bits<double>(anchor))) - anchor;
    } else {
      const std::uint32_t bits = bits_of(term);
      const std::uint32_t field = bits >> 23 & 0xff;
      const std::uint32_t normal = min(field, 1u);  // 0 for subnormals, whose exponent is that of field 1
      const auto significand = static_cast<std::int32_t>((bits & 0x7fffff) | normal << 23);
      const std::int64_t power = std::int64_t{1} << ((field & 15) + 1 - normal);
      return static_cast<std::uint64_t>((bits >> 31 != 0 ? -significand : significand) * power);
    }
  }

  // Takes the batch back, sees to what is not finite, and adds the rest again.
  template <class Origin>
  __device__ __noinline__ void set_aside(Origin origin, term_choice choice, total* totals) const {
    const batch loaded = origin.load();
    float terms[Terms::count];
    Terms::compute(loaded, terms);
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) add_units<-1>(terms[i]);
    Terms::resolve(loaded, choice, terms, own_of(totals));
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) add_units<1>(terms[i]);
  }

  // Whether there is a term that is not -0, which decides that the sum, should it be zero, is +0.
  __device__ static bool any_other(const float (&terms)[Terms::count]) {
    bool other = false;
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) other |= bits_of(terms[i]) != float_format<float>::sign_bit;
    return other;
  }

  unsigned column_;  // bytes from the block's first bin to the lane's
  int added_ = 0;
  bool other_ = false;  // whether this lane has met a term other than -0
};

}  // namespace warpfold::exact
