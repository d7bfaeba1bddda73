// What one thread has gathered of an exact sum: integers at a few fixed weights, from which the sum can be told.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "warpfold/reduce/exact/accumulator.hpp"
#include "warpfold/reduce/exact/mean.hpp"
#include "warpfold/reduce/exact/norm.hpp"
#include "warpfold/reduce/exact/rounding.hpp"

namespace warpfold::exact {

// Windows: level k counts multiples of 2^(top - 51 - 52 k); the levels together hold every number below 2^top whose
// last bit is not below the last level's unit. docs/exact.md tells how and why.
inline constexpr int most_levels = 6;
inline constexpr int level_bits = 52;

struct window {
  int top = 0;
  int levels = 0;       // how many are tried at once
  int level_limit = 0;  // how many there are: at the bottom of the exponent range, fewer than most_levels
  std::array<int128, most_levels> totals{};

  bool empty() const {
    return std::all_of(totals.begin(), totals.end(), [](int128 total) { return total == 0; });
  }
  // The weight of one in totals[level] is 2^unit_exponent.
  int unit_exponent(int level) const { return top - (level_bits - 1) - level_bits * level; }
};

// Bins, for data too wide for windows: whole bit patterns summed by sign and exponent, so that a sum costs a few scalar
// instructions whatever its value. From a sum of n patterns, each with the same sign and exponent and a constant
// `marker` added, both n and the sum of the fractions can be told as long as n is below most_additions. Neighbours in
// an array go to different tables, so that a value need not wait for the one before it.

// Of floats: one word a bin. As the vector units would be idle meanwhile, other vectors go to windows, whose levels
// hold what the data need.
struct float_bins {
  static constexpr int tables = 2;
  static constexpr int bins = 512;
  static constexpr int stride = bins + 8;  // so that the same bins of different tables are not a page apart
  static constexpr std::uint64_t marker = std::uint64_t{1} << 43;
  static constexpr std::int64_t most_additions = std::int64_t{1} << 20;

  // Calls add(integer, exponent) for everything held.
  template <class Add>
  void for_each(Add add) const {
    for (int level = 0; level < most_levels; ++level) add(levels.totals[level], levels.unit_exponent(level));
    for (int bin = 0; bin < bins; ++bin) {
      std::uint64_t sum = 0;
      for (int table = 0; table < tables; ++table) sum += sums[table * stride + bin];
      if (sum == 0) continue;
      const std::uint64_t one = marker + (static_cast<std::uint64_t>(bin) << 23);
      const auto count = static_cast<std::int64_t>(sum / one);
      const auto fractions = static_cast<std::int64_t>(sum % one);
      const int exponent = bin % 256;
      const std::int64_t significands = fractions + (exponent == 0 ? 0 : count << 23);
      add(int128{bin < 256 ? significands : -significands}, std::max(exponent, 1) - 150);
    }
  }
  // Whether an infinity or a NaN has come to the bins; forgets it.
  bool take_exceptional() {
    bool any = false;
    for (int table = 0; table < tables; ++table) {
      for (const int bin : {255, 511}) {
        any = any || sums[table * stride + bin] != 0;
        sums[table * stride + bin] = 0;
      }
    }
    return any;
  }

  void clear() {
    sums.fill(0);
    levels.totals.fill(0);
    additions = 0;
  }

  alignas(64) std::array<std::uint64_t, tables * stride> sums{};
  std::int64_t additions = 0;  // since the bins were empty
  window levels;
};

// Of doubles: the lower and the upper half of the patterns apart.
struct double_bins {
  static constexpr int tables = 2;
  static constexpr int bins = 4096;
  static constexpr std::uint64_t marker = std::uint64_t{1} << 41;  // added to upper halves
  static constexpr std::int64_t most_additions = std::int64_t{1} << 21;

  struct alignas(16) halves {
    std::uint64_t lower;
    std::uint64_t upper;
    bool operator==(const halves&) const = default;
  };

  template <class Add>
  void for_each(Add add) const {
    for (int level = 0; level < most_levels; ++level) add(levels.totals[level], levels.unit_exponent(level));
    for (int bin = 0; bin < bins; ++bin) {
      const auto [first, second] = sums[bin];
      const std::uint64_t upper = first.upper + second.upper;
      if (upper == 0) continue;
      const std::uint64_t one = marker + (static_cast<std::uint64_t>(bin) << 20);
      const auto count = static_cast<std::int64_t>(upper / one);
      const auto upper_fractions = static_cast<std::int64_t>(upper % one);
      const int exponent = bin % 2048;
      const int128 fractions = int128{upper_fractions} * (int128{1} << 32) + first.lower + second.lower;
      const int128 significands = fractions + (exponent == 0 ? int128{0} : int128{count} * (int128{1} << 52));
      add(bin < 2048 ? significands : -significands, std::max(exponent, 1) - 1075);
    }
  }
  bool take_exceptional() {
    const bool any = sums[2047] != bin_sums{} || sums[4095] != bin_sums{};
    sums[2047] = sums[4095] = {};
    return any;
  }

  void clear() {
    sums.fill({});
    levels.totals.fill(0);
    additions = 0;
  }

  using bin_sums = std::array<halves, tables>;
  alignas(64) std::array<bin_sums, bins> sums{};
  std::int64_t additions = 0;  // since the bins were empty
  window levels;
};

// integer · 2^exponent
struct scaled_integer {
  int128 integer;
  int exponent;
};

enum class gathering_mode : std::uint8_t {
  unanchored,  // nothing but zeros yet
  windows,
  bins,
  exceptional,  // the result is NaN or infinite already; only exceptional elements matter
};

template <class Accumulator>
class gathering {
 public:
  gathering() {}  // NOLINT(modernize-use-equals-default): a default one would clear the spill's memory, too
  gathering(gathering&&) noexcept = default;
  gathering& operator=(gathering&&) noexcept = default;
  gathering(const gathering& other)
      : mode(other.mode),
        anchored(other.anchored),
        counts(other.counts),
        unsuited_batches(other.unsuited_batches),
        spill_(other.spill_),
        float_bins_(copy_of(other.float_bins_)),
        double_bins_(copy_of(other.double_bins_)) {}
  gathering& operator=(const gathering& other) { return *this = gathering(other); }
  ~gathering() = default;

  gathering_mode mode = gathering_mode::unanchored;
  window anchored;
  exceptional_counts counts;
  int stretches = 0;                  // gathered in windows, for trying fewer levels now and then
  int calm_stretches = 0;             // gathered in bins though windows would have done, in a row
  std::int64_t unsuited_batches = 0;  // that bins would have taken better, had they been there

  // For what neither windows nor bins can take.
  Accumulator& spill() { return spill_ ? *spill_ : spill_.emplace(); }

  bool has_bins() const { return float_bins_ || double_bins_; }
  template <class Bins>
  Bins& bins() {
    std::unique_ptr<Bins>& bins = owner_of<Bins>();
    if (!bins) bins = std::make_unique<Bins>();
    return *bins;
  }

  // Moves a window's contents to the spill, so that it can be anchored elsewhere.
  void settle(window& w) {
    if (w.empty()) return;
    add_to(spill(), w);
    w.totals.fill(0);
  }
  template <class Bins>
  void settle_bins() {
    add_bins_to(spill(), owner_of<Bins>());
    owner_of<Bins>()->clear();
  }

  void merge(const gathering& other) {
    counts.merge(other.counts);
    if (other.spill_) spill().merge(*other.spill_);
    if (other.has_bins()) {
      add_bins_to(spill(), other.float_bins_);
      add_bins_to(spill(), other.double_bins_);
    }
    if (mode == gathering_mode::unanchored && anchored.empty()) {
      mode = other.mode;
      anchored = other.anchored;
    } else if (other.anchored.top == anchored.top) {
      for (int level = 0; level < most_levels; ++level) anchored.totals[level] += other.anchored.totals[level];
    } else if (!other.anchored.empty()) {
      add_to(spill(), other.anchored);
    }
    if (!counts.finite()) mode = gathering_mode::exceptional;
  }

  // Adds what a sum of any width holds, whose value must lie within this one's range.
  template <class Sum>
  void merge_sum(Sum sum) {
    sum.normalize();
    const bool negative = sum.negative();
    if (negative) sum.negate();  // else there are digits up to the wider one's top
    for (int i = 0; i < Sum::digits; ++i) {
      const int128 digit = sum.digit(i);
      if (digit == 0) continue;
      spill().add_scaled(negative ? -digit : digit, Sum::least_exponent + Sum::digit_bits * i);
    }
    counts.merge(sum.counts());
    if (!counts.finite()) mode = gathering_mode::exceptional;
  }

  // The sum so far, exactly.
  Accumulator value() const {
    Accumulator sum;
    if (spill_) sum = *spill_;
    add_to(sum, anchored);
    add_bins_to(sum, float_bins_);
    add_bins_to(sum, double_bins_);
    sum.counts().merge(counts);
    return sum;
  }

  // The sum so far, correctly rounded.
  template <floating T>
  T round() const {
    const std::optional<scaled_integer> sum = short_value();
    if (!sum) return value().template round<T>();
    const bool negative = sum->integer == 0 ? counts.zero_is_negative() : sum->integer < 0;
    return round_to_nearest<T>({magnitude(sum->integer), sum->exponent, false}, negative);
  }
  // The sum so far divided by count, correctly rounded; NaN where count is 0.
  template <floating T>
  T mean(std::uint64_t count) const {
    const std::optional<scaled_integer> sum = short_value();
    if (!sum || sum->integer == 0 || count == 0) return exact::mean<T>(value(), count);
    return round_to_nearest<T>(quotient(natural<2>(magnitude(sum->integer)), sum->exponent, count, 1, 64),
                               sum->integer < 0);
  }
  // Of squares: the square root of their sum so far, correctly rounded.
  template <floating T>
  T norm() const {
    const std::optional<scaled_integer> sum = short_value();
    if (!sum) return exact::norm<T>(value());
    return round_to_nearest<T>(square_root(natural<2>(magnitude(sum->integer)), sum->exponent, 1, 1), false);
  }

  // The sum so far if it is finite and two levels hold it, as is usual.
  std::optional<scaled_integer> short_value() const {
    if (spill_ || has_bins() || !counts.finite()) return std::nullopt;
    const auto deeper = anchored.totals.begin() + 2;
    if (std::any_of(deeper, anchored.totals.end(), [](int128 total) { return total != 0; })) return std::nullopt;
    const auto [upper, lower] = std::pair(anchored.totals[0], anchored.totals[1]);
    const bool fits = bit_length(magnitude(upper)) <= 126 - level_bits && bit_length(magnitude(lower)) <= 126;
    if (!fits) return std::nullopt;
    return scaled_integer{upper * (int128{1} << level_bits) + lower, anchored.unit_exponent(1)};
  }

 private:
  static void add_to(Accumulator& sum, const window& w) {
    for (int level = 0; level < most_levels; ++level) sum.add_scaled(w.totals[level], w.unit_exponent(level));
  }
  template <class Bins>
  static void add_bins_to(Accumulator& sum, const std::unique_ptr<Bins>& bins) {
    if (bins) bins->for_each([&sum](int128 significands, int exponent) { sum.add_scaled(significands, exponent); });
  }
  template <class Bins>
  static std::unique_ptr<Bins> copy_of(const std::unique_ptr<Bins>& bins) {
    return bins ? std::make_unique<Bins>(*bins) : nullptr;
  }
  template <class Bins>
  std::unique_ptr<Bins>& owner_of() {
    if constexpr (std::is_same_v<Bins, float_bins>) {
      return float_bins_;
    } else {
      return double_bins_;
    }
  }

  std::optional<Accumulator> spill_;
  std::unique_ptr<float_bins> float_bins_;
  std::unique_ptr<double_bins> double_bins_;
};

}  // namespace warpfold::exact
