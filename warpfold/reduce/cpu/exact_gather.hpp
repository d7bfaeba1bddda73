// How a run of elements is added to a gathering: in windows where the data allow, in bins where they do not, one by one
// where they are too few to matter; always exactly, and always watching which is best for what comes next. (Compiled
// once for every instruction set.)
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hwy/highway.h"
#include "warpfold/reduce/cpu/exact_bins.hpp"
#include "warpfold/reduce/cpu/exact_gathering.hpp"
#include "warpfold/reduce/cpu/exact_levels.hpp"
#include "warpfold/reduce/cpu/exact_narrow.hpp"
#include "warpfold/reduce/cpu/exact_range.hpp"
#include "warpfold/reduce/cpu/exact_sources.hpp"
#include "warpfold/reduce/cpu/exact_windows.hpp"

#if defined(WARPFOLD_REDUCE_CPU_EXACT_GATHER) == defined(HWY_TARGET_TOGGLE)
#ifdef WARPFOLD_REDUCE_CPU_EXACT_GATHER
#undef WARPFOLD_REDUCE_CPU_EXACT_GATHER
#else
#define WARPFOLD_REDUCE_CPU_EXACT_GATHER
#endif

HWY_BEFORE_NAMESPACE();
namespace warpfold::exact::HWY_NAMESPACE {

template <class Source, class Accumulator>
class gatherer {
 public:
  gatherer(gathering<Accumulator>& sum, const Source& source) : sum_(sum), source_(source) {}

  void gather() {
    const std::size_t vectors = source_.count() / lanes;
    for (std::size_t begin = 0; begin < vectors && !sum_.counts.nan();) {
      const std::size_t end = std::min(vectors, begin + stretch<Source>);
      switch (sum_.mode) {
        case gathering_mode::unanchored:
          begin = anchor(begin, end);
          break;
        case gathering_mode::windows:
          begin = gather_in_windows(begin, end);
          break;
        case gathering_mode::bins:
          begin = gather_in_bins(begin, end);
          break;
        case gathering_mode::exceptional:
          begin = look_for_exceptional(begin, end);
          break;
      }
    }
  }

 private:
  // Least number of elements for which the tables of bins pay.
  static constexpr std::size_t bins_worth = 8192;
  // Levels beyond which bins are faster.
  static constexpr int most_useful_levels = Source::two_terms              ? 4
                                            : !has_bins_of_its_own<Source> ? 5
                                            : narrow_elements<Source>      ? 2
                                            : HWY_TARGET <= HWY_AVX3       ? 5
                                                                           : 2;
  // Bins are left when windows would have done for so many stretches in a row.
  static constexpr int calm_enough = 8;
  // One level fewer is tried every so many stretches.
  static constexpr int stretches_between_trials = 64;
  // Room above the greatest value seen, so that slightly greater ones need no new anchor.
  static constexpr int headroom = 2;
  static constexpr int greatest_top = 1021;
  static constexpr int first_levels = Source::two_terms ? 2 : 1;
  static constexpr int least_levels_beside_bins = 3;

  // ---- Windows

  // The window that values of these exponents need; more levels than there are where none is deep enough.
  static window window_for(const exponent_range& range) {
    window w;
    w.top = range.greatest + 1 + headroom;
    w.level_limit = most_levels;
    int last_bit = range.least - Source::depth;
    if constexpr (Source::two_terms) {
      // The last level's unit must be one that only exact products are multiples of.
      constexpr int least_top = least_exact_product + (level_bits - 1) + level_bits * (most_levels - 1);
      w.top = std::max(w.top, least_top);
    } else {
      // Near the bottom of the exponent range, the last level is made to end where doubles end.
      constexpr int least_top = -1074 + level_bits - 1;
      const int levels_above = divide_up(w.top - least_top, level_bits);
      if (levels_above < most_levels) {
        w.top = least_top + level_bits * levels_above;
        w.level_limit = levels_above + 1;
      }
      last_bit = std::max(last_bit, -1074);
    }
    w.levels = std::max(first_levels, 1 + divide_up(w.unit_exponent(0) - last_bit, level_bits));
    return w;
  }
  // ⌈a / b⌉, or 0 for negative a.
  static int divide_up(int a, int b) { return a <= 0 ? 0 : (a + b - 1) / b; }
  // Small runs stay in windows as long as all levels together hold them; larger ones as long as windows are faster.
  bool suits(const window& w, std::size_t begin) const {
    return w.top <= greatest_top &&
           w.levels <= (bins_pay(begin) ? std::min(most_useful_levels, w.level_limit) : w.level_limit);
  }
  bool bins_pay(std::size_t begin) const {
    return sum_.has_bins() ||
           source_.count() - begin * lanes + static_cast<std::size_t>(sum_.unsuited_batches) * batch * lanes >=
               bins_worth;
  }

  void move_windows(const window& w) {
    if (w.top != sum_.anchored.top) sum_.settle(sum_.anchored);
    sum_.anchored.top = w.top;
    sum_.anchored.levels = std::min(w.levels, most_useful_levels);
    sum_.anchored.level_limit = w.level_limit;
    sum_.mode = gathering_mode::windows;
  }

  std::size_t anchor(std::size_t begin, std::size_t end) {
    if constexpr (!Source::two_terms) {
      begin = after_zeros(source_, begin, end);
      if (begin == end) return end;
    }
    const std::size_t batch_end = std::min(end, begin + batch);
    const exponent_range range = range_of(source_, begin, batch_end);
    if (range.all_zero() && products_exact(begin, batch_end)) return batch_end;
    return move_or_do_without(range, window_for(range), begin, batch_end);
  }
  // Moves the windows if that helps, and returns where to go on.
  std::size_t move_or_do_without(const exponent_range& range, const window& w, std::size_t begin,
                                 std::size_t batch_end) {
    if (range.all_zero() || range.exceptional() || !suits(w, begin)) return gather_unsuited(begin, batch_end);
    move_windows(w);
    return begin;
  }

  std::size_t gather_in_windows(std::size_t begin, std::size_t end) {
    const int levels = sum_.anchored.levels;
    std::size_t batches = 0;
    std::size_t batches_under = 0;
    while (begin < end) {
      if constexpr (narrow_elements<Source>) {
        if (levels <= 2) {
          const std::size_t next = extract_narrow(sum_.anchored, levels, source_, begin, end);
          batches += (next - begin) / batch;
          begin = next;
          if (begin == end) break;
        }
      }
      const std::size_t extract_end = narrow_elements<Source> ? std::min(end, begin + batch) : end;
      const extraction done = extract(sum_.anchored, levels, source_, begin, extract_end);
      batches += (done.next - begin + batch - 1) / batch;
      if (done.state == batch_state::over) return gather_over(done.next, std::min(end, done.next + batch));
      if (done.state == batch_state::under) {
        ++batches_under;
        const std::size_t batch_begin = begin + (done.next - begin - 1) / batch * batch;
        complete_batch(levels, batch_begin, done.next);
      }
      begin = done.next;
    }
    adapt_levels(batches, batches_under, end);
    return end;
  }

  void complete_batch(int levels, std::size_t begin, std::size_t end) {
    if constexpr (Source::two_terms) {
      if (!products_exact(begin, end)) {
        retract(sum_.anchored, levels, source_, begin, end);
        deposit_each(begin, end);
        return;
      }
    }
    complete(sum_.anchored, levels, source_, begin, end, [this](double left) { deposit_left(left); });
  }
  // Whether the vectors' terms are the exact products.
  bool products_exact(std::size_t begin, std::size_t end) const {
    if constexpr (Source::two_terms) {
      for (std::size_t vector = begin; vector < end; ++vector) {
        if (!source_.load_terms(vector).exact()) return false;
      }
    }
    return true;
  }
  void deposit_left(double left) {
    const unpacked parts = unpack(left);
    const auto significand = static_cast<std::int64_t>(parts.significand);
    sum_.spill().add_scaled(parts.negative ? -significand : significand, parts.exponent);
  }

  // Many batches that needed more levels: take one more at once. Now and then, try one fewer.
  void adapt_levels(std::size_t batches, std::size_t batches_under, std::size_t end) {
    window& w = sum_.anchored;
    ++sum_.stretches;
    if (8 * batches_under > batches) {
      if (w.levels < std::min(most_useful_levels, w.level_limit)) {
        ++w.levels;
      } else if (sum_.unsuited_batches += static_cast<std::int64_t>(batches_under); bins_pay(end)) {
        enter_bins();
      }
    } else if (sum_.stretches % stretches_between_trials == 0 && w.levels > first_levels) {
      --w.levels;
    }
  }

  // A batch that reaches above the window's top, or has a product that is no double.
  std::size_t gather_over(std::size_t begin, std::size_t end) {
    const exponent_range range = range_of(source_, begin, end);
    if (range.all_zero()) return gather_unsuited(begin, end);
    window w = window_for(range);
    const int risen = w.top - sum_.anchored.top;
    if (risen <= 0) return gather_unsuited(begin, end);
    // The levels should reach down about as far as they did.
    w.levels = std::max(w.levels, sum_.anchored.levels + risen / level_bits);
    return move_or_do_without(range, w, begin, end);
  }

  // ---- Bins

  void enter_bins() {
    sum_.mode = gathering_mode::bins;
    sum_.calm_stretches = 0;
  }

  std::size_t gather_in_bins(std::size_t begin, std::size_t end) {
    const exponent_range range = range_of(source_, begin, std::min(end, begin + batch));
    if (!range.all_zero() && !range.exceptional()) {
      const window w = window_for(range);
      sum_.calm_stretches = suits(w, begin) ? sum_.calm_stretches + 1 : 0;
      if (sum_.calm_stretches >= calm_enough) {
        move_windows(w);
        return begin;
      }
    }
    if constexpr (Source::two_terms) {
      add_products_to_bins(begin, end);
      return end;
    } else if constexpr (has_bins_of_its_own<Source>) {
      using bins_type = std::conditional_t<narrow_elements<Source>, float_bins, double_bins>;
      bins_type& bins = bins_with_room<bins_type>((end - begin) * lanes);
      if (anchor_levels(bins.levels, range)) {
        add_to_bins_and_levels(bins, source_, begin, end);
      } else {
        add_to_bins_only(bins, source_, begin, end);
      }
      return bins.take_exceptional() ? look_for_exceptional(begin, end) : end;
    } else {
      double_bins& bins = bins_with_room<double_bins>((end - begin) * lanes);
      bins_queue queue(bins);
      for (std::size_t vector = begin; vector < end; ++vector) {
        source_.template fetch_ahead<1>(vector);
        queue.push(source_.load(vector));
      }
      queue.flush();
      return bins.take_exceptional() ? look_for_exceptional(begin, end) : end;
    }
  }
  // Anchors the levels beside the bins so that values of these exponents are held; returns whether that can be.
  bool anchor_levels(window& levels, const exponent_range& range) {
    if (range.all_zero() || range.exceptional()) return levels.levels != 0;
    constexpr int least_bit = float_format<typename Source::element>::least_exponent;
    const int last_bit = std::max(range.least - headroom - Source::depth, least_bit);
    int top = 0;
    int count = 0;
    const auto reach_down = [&](int from, int levels_at_least) {
      count = std::max(levels_at_least, 1 + divide_up(from - (level_bits - 1) - last_bit, level_bits));
      top = std::max(from, -1074 + level_bits * count - 1);  // no unit may be below the least double
      return count <= most_levels && top <= greatest_top;
    };
    const int from = range.greatest + 1 + headroom;
    // What was needed may be so again.
    const bool more = levels.levels != 0 && reach_down(std::max(from, levels.top), levels.levels);
    if (!more && !reach_down(from, least_levels_beside_bins)) return false;
    if (top != levels.top) sum_.settle(levels);
    levels.top = top;
    levels.levels = count;
    return true;
  }
  template <class Bins>
  Bins& bins_with_room(std::size_t additions) {
    const auto more = static_cast<std::int64_t>(additions);
    if (sum_.template bins<Bins>().additions + more > Bins::most_additions) sum_.template settle_bins<Bins>();
    Bins& bins = sum_.template bins<Bins>();
    bins.additions += more;
    return bins;
  }
  void add_products_to_bins(std::size_t begin, std::size_t end) {
    bins_queue queue(bins_with_room<double_bins>(2 * (end - begin) * lanes));
    for (std::size_t vector = begin; vector < end; ++vector) {
      source_.template fetch_ahead<1>(vector);
      const auto terms = source_.load_terms(vector);
      if (HWY_UNLIKELY(!terms.exact())) {
        deposit_each(vector, vector + 1);
      } else {
        queue.push(terms.product);
        queue.push(terms.error);
      }
    }
    queue.flush();
  }

  // ---- Elements one by one

  // A batch that no window takes.
  std::size_t gather_unsuited(std::size_t begin, std::size_t end) {
    if (bins_pay(begin)) {
      enter_bins();
      return begin;
    }
    ++sum_.unsuited_batches;
    deposit_each(begin, end);
    return end;
  }

  void deposit_each(std::size_t begin, std::size_t end) {
    Accumulator& spill = sum_.spill();
    for (std::size_t index = begin * lanes; index < end * lanes; ++index) source_.deposit(spill, index);
    sum_.counts.merge(spill.counts());
    spill.counts() = {};
    if (!sum_.counts.finite()) sum_.mode = gathering_mode::exceptional;
  }

  // Counts nothing but whether there are any, which is all that matters.
  std::size_t look_for_exceptional(std::size_t begin, std::size_t end) {
    const double_vector infinity = hn::Inf(as_doubles);
    const double_vector zero = hn::Zero(as_doubles);
    double_vector nans = zero;
    double_vector positive = zero;
    double_vector negative = zero;
    for (std::size_t vector = begin; vector < end; ++vector) {
      const double_vector x = load_exceptional(source_, vector);
      nans = hn::Or(nans, hn::VecFromMask(as_doubles, hn::IsNaN(x)));
      positive = hn::Or(positive, hn::VecFromMask(as_doubles, hn::Eq(x, infinity)));
      negative = hn::Or(negative, hn::VecFromMask(as_doubles, hn::Eq(x, hn::Neg(infinity))));
    }
    const auto any = [](double_vector found) {
      return hn::AllTrue(as_integers, hn::Eq(bits_in(found), hn::Zero(as_integers))) ? 0 : 1;
    };
    sum_.counts.nans += any(nans);
    sum_.counts.positive_infinities += any(positive);
    sum_.counts.negative_infinities += any(negative);
    sum_.mode = gathering_mode::exceptional;
    return end;
  }

  gathering<Accumulator>& sum_;
  const Source& source_;
};

// Adds the source's terms to the sum.
template <class Source, class Accumulator>
void gather(gathering<Accumulator>& sum, const Source& source) {
  if (sum.counts.others == 0) {
    std::size_t index = 0;
    while (index < source.count() && source.negative_zero(index)) ++index;
    sum.counts.negative_zeros += static_cast<std::int64_t>(index);
    if (index == source.count()) return;
    sum.counts.others = 1;
  }
  gatherer<Source, Accumulator>(sum, source).gather();
}

}  // namespace warpfold::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
