// Wide bins: exact sums of doubles in shared memory, for data that span too many powers of two for windows.
//
// Exponents are taken in groups of 50, the lowest from that of the least subnormal on. A double of group g is split in
// two, as in a window of two levels: an even number of 2^(50 (g + 1) - 1074), at most 2^52 of them, and what is left,
// at most 2^50 times 2^(50 g - 1074); they are added to the integers of bins g + 1 and g. Each lane has bins of its
// own, side by side, so that no two lanes meet in a bank. A table of 42 rows holds every double; one of fewer rows
// holds the groups from some base up, and moves up with the data.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/bin_row.cuh"
#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"
#include "warpfold/reduce/exact/windows.cuh"

namespace warpfold::exact {

// Whether a table holds every double that Terms can be, so that none has to be looked for outside.
enum class table_size { whole, moving };

// The bins of one warp. `Terms` are doubles; see terms.cuh.
template <class Terms, table_size Size>
class wide_bins {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  // The rows from the first on must be the warp's alone: `least_rows` of them, or in a moving table more.
  __device__ wide_bins(unsigned first_row, int rows)
      : column_(first_row * row_bytes + threadIdx.x % 32 * bin_bytes), rows_(min(rows, all_rows)) {
    for (int row = 0; row < this->rows(); ++row) bin(row) = 0;
  }

 private:
  static constexpr unsigned row_bytes = sizeof(bin_row);
  static constexpr unsigned bin_bytes = sizeof(unsigned long long);
  static constexpr bool whole = Size == table_size::whole;
  static constexpr int group_exponents = 50;
  static constexpr int all_rows = 42;

  // (field - 1) / 50, and 0 for subnormals
  __host__ __device__ static constexpr int group_of_field(int field) {
    return (field < 1 ? 0 : field - 1) * 1311 >> 16;
  }
  // Of the least value, as a double, and of the greatest.
  static constexpr int least_group = group_of_field(Terms::least_unit + 1023);
  static constexpr int greatest_group = group_of_field(Terms::greatest_exponent + 1022);

 public:
  // Rows that a table has, or a moving one at least.
  static constexpr int least_rows = whole ? greatest_group - least_group + 2 : 3;

  // Adds a batch of terms, which came from there. All lanes must call. Whatever the bins cannot hold goes to `totals`,
  // of which there is one for each part.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, total* totals) {
    double terms[Terms::count];
    const bool trusted = Terms::compute(loaded, terms);
    const bool exact = try_add(terms) && trusted && others_.in_all_parts();
    if (__all_sync(every_lane, exact)) {
      added_ += Terms::count;
    } else {
      *this = carefully(*this, origin, choice, totals);
    }
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the bins to `totals`. All lanes must call.
  __device__ void flush(total* totals) {
    move_to(*this, totals);
    added_ = 0;
  }

 private:
  // A bin's sum of so many, each at most 2^52, stays below 2^63.
  static constexpr unsigned most_terms = 2047;
  // The anchors of the topmost group of doubles, from this exponent field on, would not be finite: what is in it is
  // scaled down by 2^-100, to the group two further down.
  static constexpr int huge_field = 40 * group_exponents + 1;
  static constexpr bool may_be_huge = Terms::greatest_exponent + 1022 >= huge_field;

  // 1.5 · 2^53 units of group 1, as a high word, for terms of group 0, and the same of further groups; from there to
  // 1.5 · 2^52 units of the terms' own group.
  static constexpr unsigned high_anchor_base = 52u << 20 | 0x80000;
  static constexpr unsigned anchor_step = static_cast<unsigned>(group_exponents) << 20;
  static constexpr unsigned from_high_to_low = 51u << 20;

  __device__ static int unit_of(int group) { return group_exponents * group - 1074; }

  // The group of row 0, and rows.
  __device__ int base() const { return whole ? least_group : base_; }
  __device__ int rows() const { return whole ? least_rows : rows_; }
  __device__ unsigned long long& bin(int row) const {
    return *reinterpret_cast<unsigned long long*>(reinterpret_cast<unsigned char*>(rows_of_block()) + column_ +
                                                  static_cast<unsigned>(row) * row_bytes);
  }

  // What splitting a term leaves and tells.
  struct remainder {
    double rest;
    bool outside;  // whether the table does not hold the term, or it is not finite
  };

  template <int Sign>
  __device__ remainder add_term(double term) const {
    const int field = detail::exponent_field(term);
    int row = max(((field - 1) * 1311 >> 16) - base(), 0);
    if constexpr (!whole || !may_be_huge) row = min(row, rows() - 2);  // of what is not finite, too
    int group = base() + row;
    if (may_be_huge && field >= huge_field) {
      group -= 2;
      term = from_bits<double>(bits_of(term) - (std::uint64_t{2 * group_exponents} << 52));
    }
    const unsigned high_anchor = static_cast<unsigned>(group) * anchor_step + high_anchor_base;
    const unsigned low_anchor = high_anchor - from_high_to_low;
    const double high = __dadd_rn(term, anchor(high_anchor));
    const double rest = __dsub_rn(term, __dsub_rn(high, anchor(high_anchor)));
    const double low = __dadd_rn(rest, anchor(low_anchor));
    const std::uint64_t high_units = units_in<Sign>(high, high_anchor);
    bin(row + 1) += high_units + high_units;
    bin(row) += units_in<Sign>(low, low_anchor);
    // Scaled down, what is not finite looks as if it were.
    const bool infinite = (whole || may_be_huge) && field == 0x7ff;
    if constexpr (whole) {
      return {0.0, infinite};
    } else {
      const double held = __dsub_rn(low, anchor(low_anchor));
      const bool beyond = ((detail::high_word(high) ^ high_anchor) & 0xfff00000) != 0;
      return {__dsub_rn(rest, held), infinite || beyond || rest != held};
    }
  }

  __device__ static double anchor(unsigned high_word) { return from_bits<double>(std::uint64_t{high_word} << 32); }
  template <int Sign>
  __device__ static std::uint64_t units_in(double anchored, unsigned anchor_high_word) {
    const std::uint64_t units = bits_of(anchored) - (std::uint64_t{anchor_high_word} << 32);
    return Sign > 0 ? units : 0 - units;
  }

  // Adds the terms, right or wrong; whether that was exact.
  __device__ bool try_add(const double (&terms)[Terms::count]) const {
    bool outside = false;
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) outside |= add_term<1>(terms[i]).outside;
    return !outside;
  }

  // Takes back what try_add did, moves the table where it must be, and adds again, what it cannot hold to totals.
  template <class Origin>
  __device__ __noinline__ static wide_bins carefully(wide_bins self, Origin origin, term_choice choice, total* totals) {
    total& own = totals[threadIdx.x % Terms::parts];
    const batch loaded = origin.load();
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
      greatest = max(greatest, group_of_field(detail::exponent_field(terms[i])));
    }
    self.others_.note(other, own);
    if constexpr (!whole) {
      greatest = warp_greatest(greatest);
      if (greatest > self.base() + self.rows() - 2) {
        self.flush(totals);
        self.base_ = greatest - (self.rows() - 2);
      }
    }

#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) {
      const double rest = self.template add_term<1>(terms[i]).rest;
      if (rest != 0) own.deposit(rest);
    }
    self.added_ += Terms::count;
    return self;
  }

  __device__ __noinline__ static void move_to(wide_bins self, total* totals) {
#pragma unroll 1
    for (int row = 0; row < self.rows(); ++row) {
      unsigned long long& own = self.bin(row);
      if (!__any_sync(every_lane, own != 0)) continue;
      add_warp_sum<Terms::parts>(static_cast<std::int64_t>(own), unit_of(self.base() + row), totals);
      own = 0;
    }
  }

  unsigned column_;  // bytes from the block's first bin to the lane's of row 0
  int rows_;
  int base_ = 0;        // of a moving table
  unsigned added_ = 0;  // terms of each lane since the last flush
  other_lanes<Terms::parts> others_;
};

}  // namespace warpfold::exact
