// The windows of a warp: exact sums of doubles in registers, for data that span few powers of two. docs/exact.md says
// what a window is and why it is exact; here all lanes have the same window and sums of their own.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"

namespace warpfold::exact {

namespace detail {

__device__ inline unsigned high_word(double value) {
  return static_cast<unsigned>(bits_of(value) >> 32);
}
// The exponent field, which is e + 1022 for 2^(e - 1) ≤ |value| < 2^e; 0 for zeros and subnormals.
__device__ inline int exponent_field(double value) {
  return static_cast<int>(high_word(value) >> 20 & 0x7ff);
}
__device__ inline double power_of_two(int exponent) {
  return from_bits<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

}  // namespace detail

// The lanes of a warp that have met a term other than -0, which decides that their part's sum, should it be zero, is
// +0.
template <int Parts>
class other_lanes {
 public:
  // All lanes must call.
  template <class Total>
  __device__ void note(bool other, Total& own) {
    if (other) own.note_other();
    lanes_ |= __ballot_sync(every_lane, other);
  }
  __device__ bool in_all_parts() const {
    return Parts == 1 ? lanes_ != 0 : (lanes_ & 0x55555555) != 0 && (lanes_ & 0xaaaaaaaa) != 0;
  }

 private:
  unsigned lanes_ = 0;
};

// The exponent fields that a warp's batch spans, but for zeros, subnormals and what is not finite.
struct exponent_span {
  int least = 0x7ff;
  int greatest = 0;    // 0: there is none
  unsigned lanes = 0;  // that have one
};

// Of a lane's terms.
template <class Terms>
__device__ exponent_span own_span_of(const typename Terms::batch& loaded) {
  exponent_span span;
  if constexpr (Terms::power_of_single != 0) {
    // By the floats' bits: it spans that much or less. What is not finite wraps to the least, zeros to the greatest.
    constexpr int exponent_at = 24;
    constexpr int power = Terms::power_of_single;
    std::uint32_t greatest = 0;
    std::uint32_t least = ~std::uint32_t{0};
#pragma unroll
    for (int i = 0; i < Terms::batch::size; ++i) {
      const std::uint32_t magnitude = bits_of(Terms::single(loaded, i)) << 1;
      greatest = max(greatest, magnitude + (1u << exponent_at));
      least = min(least, magnitude - 1);
    }
    const int greatest_exponent =
        static_cast<int>(greatest >> exponent_at) - 128;  // below -126 where all are subnormal
    const int least_exponent = static_cast<int>(least >> exponent_at) - 127;
    if (greatest_exponent >= -126) span.greatest = power * (greatest_exponent + 1) + 1022;
    span.least = 1023 + (least_exponent >= -126 ? power * least_exponent : Terms::least_unit);
  } else {
    double terms[Terms::count];
    Terms::compute(loaded, terms);
#pragma unroll
    for (int i = 0; i < Terms::count; i += Terms::terms_of_value) {
      const int field = detail::exponent_field(terms[i]);
      if (field == 0 || field == 0x7ff) continue;
      span.greatest = max(span.greatest, field);
      span.least = min(span.least, field);
    }
  }
  return span;
}

// Of a warp's. All lanes must call.
template <class Terms>
__device__ exponent_span span_of(const typename Terms::batch& loaded) {
  const exponent_span own = own_span_of<Terms>(loaded);
  return {warp_least(own.least), warp_greatest(own.greatest), __ballot_sync(every_lane, own.greatest != 0)};
}

// Levels of 52 bits, for Terms that are doubles: see terms.cuh.
template <int Levels, class Terms>
class windows {
 public:
  using total = typename Terms::total;
  using batch = typename Terms::batch;

  // Whether a batch of that span leaves nothing below the last level.
  __device__ static bool hold(const exponent_span& span) {
    return span.greatest - span.least + Terms::precision + headroom < level_bits * Levels;
  }

  // For data of which the first batch spans so much. All lanes must call.
  __device__ windows(const exponent_span& span, total* totals) {
    anchor_at(min(max(span.greatest - 1022 + headroom, lowest_top), highest_top));
    note_others((span.lanes >> threadIdx.x % 32 & 1) != 0, totals[threadIdx.x % Terms::parts]);
  }

  // Adds a batch of terms, which came from there. All lanes must call. Whatever the windows cannot hold goes to
  // `totals`, of which there is one for each part.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, total* totals) {
    double terms[Terms::count];
    const bool trusted = Terms::compute(loaded, terms);
    const bool exact = try_add(terms) && trusted;
    if (__all_sync(every_lane, exact)) {
      added_ += Terms::count;
    } else {
      *this = carefully(*this, origin, choice, totals);
    }
    if (added_ > most_terms - Terms::count) flush(totals);
  }

  // Moves the sums to `totals`. All lanes must call.
  __device__ __forceinline__ void flush(total* totals) {
    level_sums sums;
#pragma unroll
    for (int level = 0; level < Levels; ++level) {
      sums.of[level] =
          static_cast<std::int64_t>(sum_[level] - std::uint64_t{added_to(level)} * bits_of(anchor_[level]));
      sum_[level] = 0;
    }
    added_ = 0;
    add_to(totals, sums, top_);
  }

  // Whether these windows suit the data: few batches have left much below the last level.
  __device__ bool suit() const {
    return incomplete_batches_ < 4;
  }

 private:
  static constexpr int level_bits = 52;
  static constexpr int headroom = 2;  // bits by which data may grow before the windows move
  static constexpr int lowest_top = Terms::least_unit + level_bits * Levels - 1;
  static constexpr int highest_top = 1021;
  // A level's sum of so many rounded terms, each at most 2^51 units, stays below 2^63.
  static constexpr unsigned most_terms = 4095;

  // To be called with sums of nothing.
  __device__ void anchor_at(int top) {
    top_ = top;
    added_ = 0;
#pragma unroll
    for (int level = 0; level < Levels; ++level) {
      anchor_[level] = 1.5 * detail::power_of_two(top + 1 - level_bits * level);
      sum_[level] = 0;
    }
  }

  // Errors of products, at most 2^-53 of them, begin a level further down.
  __device__ static constexpr int first_level(int term) {
    return term % Terms::terms_of_value;
  }
  // Terms of a lane's since the last flush that have gone to a level.
  __device__ unsigned added_to(int level) const {
    return level == 0 ? added_ / Terms::terms_of_value : added_;
  }

  // Whether one of two levels is mostly enough: products of bfloat16 have 16 bits.
  static constexpr bool second_is_seldom = Levels == 2 && Terms::precision <= 16;

  // Adds the terms, right or wrong; whether that was exact. It is never said to be while expected_ is 0.
  __device__ bool try_add(const double (&terms)[Terms::count]) {
    if constexpr (second_is_seldom) return try_add_mostly_to_first(terms);
    unsigned beyond = 0;
    bool left = false;
#pragma unroll
    for (int i = 0; i < Terms::count; i += 2) {
      double x = terms[i];
      double y = terms[i + 1];
#pragma unroll
      for (int level = 0; level < Levels; ++level) {
        const bool both = level >= first_level(i + 1);
        const double t = __dadd_rn(x, anchor_[level]);
        const double u = __dadd_rn(y, anchor_[level]);
        sum_[level] += bits_of(t) + (both ? bits_of(u) : 0);
        if (level == 0) beyond |= (detail::high_word(t) ^ expected_) | (both ? detail::high_word(u) ^ expected_ : 0);
        const double p = __dsub_rn(t, anchor_[level]);
        const double q = __dsub_rn(u, anchor_[level]);
        if (level == Levels - 1) {
          left |= (p != x) | (q != y);
        } else {
          x = __dsub_rn(x, p);
          if (both) y = __dsub_rn(y, q);
        }
      }
    }
    return (beyond & 0xfff00000) == 0 && !left;
  }

  // The same where the second level is seldom needed: nothing is done there if nothing in the warp is left for it.
  __device__ bool try_add_mostly_to_first(const double (&terms)[Terms::count]) {
    unsigned beyond = 0;
    bool left = false;
#pragma unroll
    for (int i = 0; i < Terms::count; i += 2) {
      const double t = __dadd_rn(terms[i], anchor_[0]);
      const double u = __dadd_rn(terms[i + 1], anchor_[0]);
      sum_[0] += bits_of(t) + bits_of(u);
      beyond |= (detail::high_word(t) ^ expected_) | (detail::high_word(u) ^ expected_);
      left |= (__dsub_rn(t, anchor_[0]) != terms[i]) | (__dsub_rn(u, anchor_[0]) != terms[i + 1]);
    }
    const bool fits = (beyond & 0xfff00000) == 0;
    if (!__any_sync(every_lane, left)) {
      sum_[1] += Terms::count * bits_of(anchor_[1]);
      return fits;
    }
    left = false;
#pragma unroll
    for (int i = 0; i < Terms::count; ++i) {
      const double rest = __dsub_rn(terms[i], __dsub_rn(__dadd_rn(terms[i], anchor_[0]), anchor_[0]));
      const double t = __dadd_rn(rest, anchor_[1]);
      sum_[1] += bits_of(t);
      left |= __dsub_rn(t, anchor_[1]) != rest;
    }
    return fits && !left;
  }

  // What the lane has on each level, in its units.
  struct level_sums {
    std::int64_t of[Levels];
  };
  __device__ __noinline__ static void add_to(total* totals, level_sums sums, int top) {
    add_warp_sums<Terms::parts>(sums.of, top - 51, level_bits, totals);
  }

  // Peels a term level by level, adding or, with Sign = -1, taking back what was added; what is left.
  template <int Sign>
  __device__ double peel(double term, int first_level) {
#pragma unroll
    for (int level = 0; level < Levels; ++level) {
      if (level < first_level) continue;
      const double t = __dadd_rn(term, anchor_[level]);
      sum_[level] += Sign > 0 ? bits_of(t) : 0 - bits_of(t);
      term = __dsub_rn(term, __dsub_rn(t, anchor_[level]));
    }
    return term;
  }

  // Takes back what try_add did, moves the windows where they must be, and adds again, what they cannot hold to totals.
  template <class Origin>
  __device__ __noinline__ static windows carefully(windows self, Origin origin, term_choice choice, total* totals) {
    total& own = totals[threadIdx.x % Terms::parts];
    const batch loaded = origin.load();
    double terms[Terms::count];
    Terms::compute(loaded, terms);
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) self.template peel<-1>(terms[i], first_level(i));
    Terms::resolve(loaded, choice, terms, own);

    bool other = false;
    int greatest = 0;
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) {
      other |= bits_of(terms[i]) != float_format<double>::sign_bit;
      greatest = max(greatest, detail::exponent_field(terms[i]));
    }
    const int bound = warp_greatest(greatest) - 1022;
    if (bound > self.top_ && self.top_ < highest_top) {
      self.flush(totals);
      self.anchor_at(min(bound + headroom, highest_top));
    }
    self.note_others(other, own);

    bool left = false;
#pragma unroll 1
    for (int i = 0; i < Terms::count; ++i) {
      if (fabs(terms[i]) >= detail::power_of_two(self.top_ - level_bits * first_level(i))) {  // above the highest top
        own.deposit(terms[i]);
        terms[i] = -0.0;
      }
      const double rest = self.template peel<1>(terms[i], first_level(i));
      if (rest != 0) {
        own.deposit(rest);
        left = true;
      }
    }
    self.added_ += Terms::count;
    if (__popc(__ballot_sync(every_lane, left)) > few_lanes) ++self.incomplete_batches_;
    return self;
  }

  // Until a term that is not -0 has been met in every part, batches are looked at carefully.
  __device__ void note_others(bool other, total& own) {
    others_.note(other, own);
    expected_ = others_.in_all_parts() ? detail::high_word(anchor_[0]) : 0;
  }

  static constexpr int few_lanes = 4;

  double anchor_[Levels];
  unsigned long long sum_[Levels];
  unsigned expected_ = 0;  // the first anchor's high word; 0 while batches must be looked at carefully
  other_lanes<Terms::parts> others_;
  int top_;
  unsigned added_;  // terms of each lane since the last flush
  int incomplete_batches_ = 0;
};

}  // namespace warpfold::exact
