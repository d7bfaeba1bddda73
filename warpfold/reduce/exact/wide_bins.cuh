// Wide bins: exact sums of doubles in shared memory, for data that span too many powers of two for windows.
//
// Exponents are taken in groups of 24. A double of group g is split in two, as in a window of two levels: multiples of
// 2^(24 (g + 2) - 1075), fewer than 2^28, and what is left, multiples of 2^(24 g - 1075) up to 2^47; they are added to
// the integers of bins g + 2 and g. Each lane has bins of its own, side by side, so that
// no two lanes meet in a bank. A table holds the groups from some base up; it moves up with the data.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/bin_row.cuh"
#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"
#include "warpfold/reduce/exact/windows.cuh"

namespace warpfold::exact {

// The bins of one warp. `Terms` are doubles; see terms.cuh.
template <class Terms>
class wide_bins {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  // The rows, at least `least_rows`, must be the warp's alone.
  __device__ wide_bins(bin_row* table, int rows) : table_(table), rows_(rows) {
    for (int row = 0; row < rows_; ++row) bin(row) = 0;
  }
  static constexpr int least_rows = 4;

  // Adds a batch of terms. All lanes must call. Whatever the bins cannot hold goes to `totals`, of which there is one
  // for each part.
  __device__ void add(const batch& loaded, term_choice choice, total* totals) {
    double terms[Terms::count];
    const bool trusted = Terms::compute(loaded, terms);
    const bool exact = try_add(terms) && trusted && others_.in_all_parts();
    if (__all_sync(every_lane, exact)) {
      added_ += Terms::count;
    } else {
      *this = carefully(*this, loaded, choice, totals);
    }
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the bins to `totals`. All lanes must call.
  __device__ void flush(total* totals) {
    move_to(*this, totals);
    added_ = 0;
  }

 private:
  static constexpr int group_exponents = 24;
  static constexpr int split = 2;  // rows between the two parts of a term
  // A bin's sum of so many, each at most 2^51 even where a term lies above the table, stays below 2^63.
  static constexpr unsigned most_terms = 4095;
  // From where the lower anchor is a normal number, terms can be trusted; to where the upper one is finite.
  static constexpr int lowest_base = Terms::least_unit > -1075 + group_exponents
                                         ? (Terms::least_unit + 1075 + group_exponents - 1) / group_exponents
                                         : 1;
  static constexpr int greatest_group = (2046 - split * group_exponents) / group_exponents;

  // 1.5 · 2^52 units of a group, as high words.
  static constexpr unsigned anchor_step = static_cast<unsigned>(group_exponents) << 20;
  static constexpr unsigned anchor_base = 0x80000;

  __device__ static int unit_of(int group) { return group_exponents * group - 1075; }
  // field / 24
  __device__ static int group_of(double term) { return detail::exponent_field(term) * 2731 >> 16; }

  __device__ unsigned long long& bin(int row) const { return table_[row].bin[threadIdx.x % 32]; }

  // What splitting a term leaves and tells.
  struct remainder {
    double rest;
    unsigned beyond;  // whether the term is too large for its group
  };

  template <int Sign>
  __device__ remainder add_term(double term) const {
    const int row = min(max(group_of(term) - base_, 0), rows_ - 1 - split);
    const unsigned low_anchor = static_cast<unsigned>(base_ + row) * anchor_step + anchor_base;
    const unsigned high_anchor = low_anchor + split * anchor_step;
    const double high = split_off<Sign>(term, high_anchor, row + split);
    const unsigned beyond = detail::high_word(__dadd_rn(term, anchor(high_anchor))) ^ high_anchor;
    const double rest = __dsub_rn(term, high);
    return {__dsub_rn(rest, split_off<Sign>(rest, low_anchor, row)), beyond};
  }

  __device__ static double anchor(unsigned high_word) { return from_bits<double>(std::uint64_t{high_word} << 32); }
  // Adds the multiple of the anchor's unit that is nearest to the term to a row; that multiple.
  template <int Sign>
  __device__ double split_off(double term, unsigned anchor_high_word, int row) const {
    const double anchored = __dadd_rn(term, anchor(anchor_high_word));
    const std::uint64_t units = bits_of(anchored) - (std::uint64_t{anchor_high_word} << 32);
    bin(row) += Sign > 0 ? units : 0 - units;
    return __dsub_rn(anchored, anchor(anchor_high_word));
  }

  // Adds the terms, right or wrong; whether that was exact.
  __device__ bool try_add(const double (&terms)[Terms::count]) const {
    unsigned beyond = 0;
    bool left = false;
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) {
      const remainder after = add_term<1>(terms[i]);
      beyond |= after.beyond;
      left |= after.rest != 0;
    }
    return (beyond & 0xfff00000) == 0 && !left;
  }

  // Takes back what try_add did, moves the table where it must be, and adds again, what it cannot hold to totals.
  __device__ __noinline__ static wide_bins carefully(wide_bins self, batch loaded, term_choice choice, total* totals) {
    total& own = totals[threadIdx.x % Terms::parts];
    double terms[Terms::count];
    Terms::compute(loaded, terms);
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) self.template add_term<-1>(terms[i]);
    Terms::resolve(loaded, choice, terms, own);

    bool other = false;
    int greatest = 0;
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) {
      other |= bits_of(terms[i]) != float_format<double>::sign_bit;
      greatest = max(greatest, group_of(terms[i]));
    }
    self.others_.note(other, own);
    greatest = min(warp_greatest(greatest), greatest_group);
    if (greatest > self.base_ + self.rows_ - 1 - split) {
      self.flush(totals);
      self.base_ = max(min(greatest + 1, greatest_group) - (self.rows_ - 1 - split), lowest_base);
    }

#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) {
      if (group_of(terms[i]) > greatest_group) {
        own.deposit(terms[i]);
        terms[i] = -0.0;
      }
      const double rest = self.template add_term<1>(terms[i]).rest;
      if (rest != 0) own.deposit(rest);
    }
    self.added_ += Terms::count;
    return self;
  }

  __device__ __noinline__ static void move_to(wide_bins self, total* totals) {
#pragma unroll 1
    for (int row = 0; row < self.rows_; ++row) {
      unsigned long long& own = self.bin(row);
      if (!__any_sync(every_lane, own != 0)) continue;
      add_warp_sum<Terms::parts>(static_cast<std::int64_t>(own), unit_of(self.base_ + row), totals);
      own = 0;
    }
  }

  bin_row* table_;
  int rows_;
  int base_ = lowest_base;  // the group of row 0
  unsigned added_ = 0;      // terms of each lane since the last flush
  other_lanes<Terms::parts> others_;
};

}  // namespace warpfold::exact
