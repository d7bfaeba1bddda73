// The windows of a warp for elements and their squares at once: what a variance needs. docs/exact.md says what a window
// is.
//
// Squares get a window of top 2 T where elements have one of top T. If a square is held exactly, then so is its
// element: x² below 2^(2 T) means |x| below 2^T; and if x² is a multiple of 2^(2 e - 1) or 2^(2 e), then x is one of
// 2^e, as the last bit of x² is the last bit of x, squared. The last unit of the elements' levels is no more than that,
// 2^(T - 51) to 2^(2 T - 103), 2^(T - 103) to 2^(2 T - 155). So only squares are checked.
#pragma once

#include <cstdint>

#include "warpfold/reduce/exact/float_format.hpp"
#include "warpfold/reduce/exact/terms.cuh"
#include "warpfold/reduce/exact/warp_sum.cuh"
#include "warpfold/reduce/exact/windows.cuh"

namespace warpfold::exact {

template <floating T, int Elements>
class moment_windows {
 public:
  using batch = element_batch<T, Elements>;
  using terms = element_terms<double, T, Elements, false>;
  using squares = square_terms<T, Elements>;
  using sum_total = typename terms::total;
  using square_total = typename squares::total;

  // Whether squares that span so much leave nothing below the last level.
  __device__ static bool hold(const exponent_span& span) {
    return span.greatest - span.least + squares::precision + 2 * headroom + 1 < level_bits * square_levels;
  }

  // For data of which the first batch's squares span so much. All lanes must call.
  __device__ moment_windows(const exponent_span& span, sum_total* sums) {
    anchor_at(min(max((span.greatest - 1022 + 1 >> 1) + headroom, lowest_top), highest_top));
    note_others((span.lanes >> threadIdx.x % 32 & 1) != 0, *sums);
  }

  // Adds a batch, which came from there. All lanes must call. Whatever the windows cannot hold goes to the totals.
  template <class Origin>
  __device__ void add(const batch& loaded, const Origin& origin, term_choice choice, sum_total* sums,
                      square_total* squares_total) {
    const outcome added = try_add(loaded);
    bool exact = added.fits && (narrow || added.least >= held_magnitude());
    if (!narrow && !__all_sync(every_lane, exact)) exact = added.fits && hold(*this, origin);
    if (__all_sync(every_lane, exact)) {
      added_ += Elements;
    } else {
      *this = carefully(*this, origin, choice, sums, squares_total);
    }
    if (added_ > most_elements - Elements) flush(sums, squares_total);
  }

  // Moves the sums to the totals. All lanes must call.
  __device__ void flush(sum_total* sums, square_total* squares_total) {
    move_to(*this, sums, squares_total);
#pragma unroll
    for (std::uint64_t& sum : sum_) sum = 0;
#pragma unroll
    for (std::uint64_t& sum : square_) sum = 0;
    added_ = 0;
  }

  // Whether these windows suit the data: few batches have left much below the last level.
  __device__ bool suit() const {
    return incomplete_batches_ < 4;
  }

 private:
  using product = product_of<T>;
  static constexpr bool narrow = product::narrow;
  static constexpr int sum_levels = narrow ? 1 : 2;
  static constexpr int square_levels = narrow ? 2 : 3;
  static constexpr int level_bits = 52;
  static constexpr int headroom = 1;  // bits by which data may grow before the windows move
  // Of elements. The squares' last unit is 2^least_unit then, as nearly as can be with an even top: of narrow floats it
  // is no more, so that nothing can be left; of doubles it is no less, as what is smaller cannot be trusted.
  static constexpr int lowest_top = (squares::least_unit + level_bits * square_levels - (narrow ? 1 : 0)) >> 1;
  static constexpr int highest_top = 510;
  // A level's sum of so many rounded terms, each at most 2^51 units, stays below 2^63; a product is two.
  static constexpr unsigned most_elements = narrow ? 4095 : 2047;

  // To be called with sums of nothing.
  __device__ void anchor_at(int top) {
    top_ = top;
    added_ = 0;
#pragma unroll
    for (int level = 0; level < sum_levels; ++level) {
      sum_anchor_[level] = 1.5 * detail::power_of_two(top + 1 - level_bits * level);
      sum_[level] = 0;
    }
#pragma unroll
    for (int level = 0; level < square_levels; ++level) {
      square_anchor_[level] = 1.5 * detail::power_of_two(2 * top + 1 - level_bits * level);
      square_[level] = 0;
    }
  }

  // Adds two terms to a level; what they are beyond it takes their place.
  template <class Sum>
  __device__ static void peel_two(Sum& sum, double anchor, double& x, double& y) {
    const double t = __dadd_rn(x, anchor);
    const double u = __dadd_rn(y, anchor);
    sum += bits_of(t) + bits_of(u);
    x = __dsub_rn(x, __dsub_rn(t, anchor));
    y = __dsub_rn(y, __dsub_rn(u, anchor));
  }
  // The same of a last level; whether they leave anything.
  template <class Sum>
  __device__ static bool end_two(Sum& sum, double anchor, double x, double y) {
    const double t = __dadd_rn(x, anchor);
    const double u = __dadd_rn(y, anchor);
    sum += bits_of(t) + bits_of(u);
    return (__dsub_rn(t, anchor) != x) | (__dsub_rn(u, anchor) != y);
  }

  // What adding elements tells.
  struct outcome {
    bool fits;            // whether that was exact: of doubles, if the squares leave nothing below the last level
    std::uint32_t least;  // the high word of the least square of doubles
  };

  // Adds the elements, right or wrong. They are never said to fit while expected_ is 0.
  __device__ outcome try_add(const batch& loaded) {
    unsigned beyond = 0;
    bool left = false;
    std::uint32_t least = ~0u;
#pragma unroll
    for (int i = 0; i < Elements; i += 2) {
      double x = widened<double>(loaded.a[i]);
      double y = widened<double>(loaded.a[i + 1]);
      const double t = __fma_rn(x, x, square_anchor_[0]);
      const double u = __fma_rn(y, y, square_anchor_[0]);
      if constexpr (narrow) {
        square_[0] += bits_of(t) + bits_of(u);
        beyond |= (detail::high_word(t) ^ expected_) | (detail::high_word(u) ^ expected_);
        const double p = __fma_rn(x, x, -__dsub_rn(t, square_anchor_[0]));
        const double q = __fma_rn(y, y, -__dsub_rn(u, square_anchor_[0]));
        left |= second_is_seldom ? (p != 0) | (q != 0) : end_two(square_[1], square_anchor_[1], p, q);
        sum_[0] += bits_of(__dadd_rn(x, sum_anchor_[0])) + bits_of(__dadd_rn(y, sum_anchor_[0]));
      } else {
        double p = __dmul_rn(x, x);
        double q = __dmul_rn(y, y);
        double e = __fma_rn(x, x, -p);
        double f = __fma_rn(y, y, -q);
        least = min(least, min(detail::high_word(p), detail::high_word(q)));
        const double v = __dadd_rn(p, square_anchor_[0]);
        const double w = __dadd_rn(q, square_anchor_[0]);
        square_[0] += bits_of(v) + bits_of(w);
        beyond |= (detail::high_word(v) ^ expected_) | (detail::high_word(w) ^ expected_);
        p = __dsub_rn(p, __dsub_rn(v, square_anchor_[0]));
        q = __dsub_rn(q, __dsub_rn(w, square_anchor_[0]));
        peel_two(square_[1], square_anchor_[1], p, q);
        peel_two(square_[1], square_anchor_[1], e, f);
        square_[2] += bits_of(__dadd_rn(p, square_anchor_[2])) + bits_of(__dadd_rn(q, square_anchor_[2]));
        square_[2] += bits_of(__dadd_rn(e, square_anchor_[2])) + bits_of(__dadd_rn(f, square_anchor_[2]));
        peel_two(sum_[0], sum_anchor_[0], x, y);
        sum_[1] += bits_of(__dadd_rn(x, sum_anchor_[1])) + bits_of(__dadd_rn(y, sum_anchor_[1]));
      }
    }
    if constexpr (second_is_seldom) left = add_to_second(loaded, left);
    return {(beyond & 0xfff00000) == 0 && !left, least};
  }

  // Whether the first of the squares' two levels is mostly enough: those of bfloat16 have 16 bits.
  static constexpr bool second_is_seldom = squares::precision <= 16;

  // Adds what the first level leaves of the squares to the second, where there is any in the warp; whether they leave
  // anything.
  __device__ bool add_to_second(const batch& loaded, bool left) {
    if (!__any_sync(every_lane, left)) {
      square_[1] += Elements * bits_of(square_anchor_[1]);
      return false;
    }
    left = false;
#pragma unroll
    for (int i = 0; i < Elements; i += 2) {
      left |= end_two(square_[1], square_anchor_[1], below_first(loaded.a[i]), below_first(loaded.a[i + 1]));
    }
    return left;
  }
  // What the first level leaves of a square.
  __device__ double below_first(T element) const {
    const double x = widened<double>(element);
    const double t = __fma_rn(x, x, square_anchor_[0]);
    return __fma_rn(x, x, -__dsub_rn(t, square_anchor_[0]));
  }

  // Doubles of 2^(T - 25) and more are multiples of 2^(T - 77), and their squares of 2^(2 T - 154): the high word of
  // the least such square.
  __device__ std::uint32_t held_magnitude() const {
    return static_cast<std::uint32_t>(2 * top_ - 50 + 1023) << 20;
  }
  // Whether nothing is left of the lane's squares, looked at one by one. All lanes must call.
  template <class Origin>
  __device__ __noinline__ static bool hold(moment_windows self, Origin origin) {
    const batch loaded = origin.load();
    bool held = true;
#pragma unroll 1
    for (int i = 0; i < Elements; ++i) {
      const double x = widened<double>(loaded.a[i]);
      held &= self.template peel<1>(x) && (x == 0 || __dmul_rn(x, x) != 0);
    }
    return held;
  }

  // Peels an element and its square level by level, adding or, with Sign = -1, taking back what was added; whether
  // nothing is left of the square.
  template <int Sign>
  __device__ bool peel(double element) {
    double terms[product::terms];
    product::compute_wide(element, element, terms);
#pragma unroll
    for (int level = 0; level < sum_levels; ++level)
      element = peel_level<Sign>(sum_[level], sum_anchor_[level], element);
    bool left = false;
#pragma unroll
    for (int term = 0; term < product::terms; ++term) {
#pragma unroll
      for (int level = term; level < square_levels; ++level) {
        terms[term] = peel_level<Sign>(square_[level], square_anchor_[level], terms[term]);
      }
      left |= terms[term] != 0;
    }
    return !left;
  }
  template <int Sign>
  __device__ static double peel_level(std::uint64_t& sum, double anchor, double term) {
    const double t = __dadd_rn(term, anchor);
    sum += Sign > 0 ? bits_of(t) : 0 - bits_of(t);
    return __dsub_rn(term, __dsub_rn(t, anchor));
  }

  // Takes back what try_add did, moves the windows where they must be, and adds again, what they cannot hold to the
  // totals.
  template <class Origin>
  __device__ __noinline__ static moment_windows carefully(moment_windows self, Origin origin, term_choice choice,
                                                          sum_total* sums, square_total* squares_total) {
    const batch loaded = origin.load();
    double elements[Elements];
    terms::compute(loaded, elements);
    int greatest = 0;
#pragma unroll 1
    for (int i = 0; i < Elements; ++i) {
      self.template peel<-1>(elements[i]);
      const int field = detail::exponent_field(elements[i]);
      if (field != 0x7ff) greatest = max(greatest, field);
    }
    const int bound = warp_greatest(greatest) - 1022;
    if (bound > self.top_ && self.top_ < highest_top) {
      self.flush(sums, squares_total);
      self.anchor_at(min(bound + headroom, highest_top));
    }
    bool left = false;
    bool other = false;
    int left_out = 0;
#pragma unroll 1
    for (int i = 0; i < Elements; ++i) {
      const double element = elements[i];
      if (choice.skip_nan && element != element) {
        ++left_out;
        self.template peel<1>(-0.0);
        continue;
      }
      other |= bits_of(element) != float_format<double>::sign_bit;
      const double square = __dmul_rn(element, element);
      const bool fits =
          fabs(element) < detail::power_of_two(self.top_) && (narrow || square >= 0x1p-960 || element == 0);
      if (fits && self.template peel<1>(element)) continue;
      if (fits) {
        self.template peel<-1>(element);
        left = true;
      }
      self.template peel<1>(-0.0);
      sums->deposit(element);
      squares_total->deposit_product(element, element);
    }
    self.note_others(other, *sums);
    squares_total->note_other();
    if (left_out != 0) sums->count_left_out(left_out);
    self.added_ += Elements;
    if (__popc(__ballot_sync(every_lane, left)) > few_lanes) ++self.incomplete_batches_;
    return self;
  }

  __device__ __noinline__ static void move_to(moment_windows self, sum_total* sums, square_total* squares_total) {
    std::int64_t sum[sum_levels];
#pragma unroll
    for (int level = 0; level < sum_levels; ++level) {
      const std::uint64_t own = self.sum_[level] - std::uint64_t{self.added_} * bits_of(self.sum_anchor_[level]);
      sum[level] = static_cast<std::int64_t>(own);
    }
    add_warp_sums<1>(sum, self.top_ - 51, level_bits, sums);
    std::int64_t square[square_levels];
#pragma unroll
    for (int level = 0; level < square_levels; ++level) {
      const unsigned terms = self.added_ * (level == 0 ? 1 : product::terms);
      const std::uint64_t own = self.square_[level] - std::uint64_t{terms} * bits_of(self.square_anchor_[level]);
      square[level] = static_cast<std::int64_t>(own);
    }
    add_warp_sums<1>(square, 2 * self.top_ - 51, level_bits, squares_total);
  }

  // Until an element that is not -0 has been met, batches are looked at carefully.
  __device__ void note_others(bool other, sum_total& sums) {
    others_.note(other, sums);
    expected_ = others_.in_all_parts() ? detail::high_word(square_anchor_[0]) : 0;
  }

  static constexpr int few_lanes = 4;

  double sum_anchor_[sum_levels];
  double square_anchor_[square_levels];
  std::uint64_t sum_[sum_levels];
  std::uint64_t square_[square_levels];
  unsigned expected_ = 0;  // the squares' first anchor's high word; 0 while batches must be looked at carefully
  other_lanes<1> others_;
  int top_;
  unsigned added_;  // elements of each lane since the last flush
  int incomplete_batches_ = 0;
};

}  // namespace warpfold::exact
