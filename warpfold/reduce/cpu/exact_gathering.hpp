// What one thread has gathered of an exact sum: integers at a few fixed weights, from which the sum can be told.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "warpfold/reduce/exact/accumulator.hpp"
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

  // The weight of one in totals[level] is 2^unit_exponent.
  int unit_exponent(int level) const { return top - (level_bits - 1) - level_bits * level; }
};

// Bins: significands summed by exponent, in two halves, for data too wide for windows. Even and odd positions have
// tables of their own, so that a value need not wait for the one before it.
struct alignas(64) exponent_bins {
  static constexpr int exponents = 2048;
  static constexpr int tables = 2;
  static constexpr std::int64_t most_additions = std::int64_t{1} << 29;  // to each half, of 33 bits at most

  struct alignas(16) bin {
    std::int64_t low;   // of the low 32 bits of significands
    std::int64_t high;  // of the bits above
  };
  std::array<std::array<bin, exponents>, tables> table{};
  std::int64_t additions = 0;
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
  gathering() = default;
  gathering(gathering&&) noexcept = default;
  gathering& operator=(gathering&&) noexcept = default;
  gathering(const gathering& other)
      : mode(other.mode),
        anchored(other.anchored),
        counts(other.counts),
        spill_(other.spill_),
        bins_(other.bins_ ? std::make_unique<exponent_bins>(*other.bins_) : nullptr) {}
  gathering& operator=(const gathering& other) { return *this = gathering(other); }
  ~gathering() = default;

  gathering_mode mode = gathering_mode::unanchored;
  window anchored;
  exceptional_counts counts;
  int stretches = 0;       // gathered in windows, for trying fewer levels now and then
  int calm_stretches = 0;  // gathered in bins though windows would have done, in a row

  // For what neither windows nor bins can take.
  Accumulator& spill() { return spill_ ? *spill_ : spill_.emplace(); }

  bool has_bins() const { return bins_ != nullptr; }
  exponent_bins& bins() {
    if (!bins_) bins_ = std::make_unique<exponent_bins>();
    return *bins_;
  }

  // Moves the windows' contents to the spill, so that the windows can be anchored elsewhere.
  void settle_windows() {
    add_windows_to(spill());
    anchored.totals.fill(0);
  }
  void settle_bins() {
    add_bins_to(spill());
    *bins_ = exponent_bins{};
  }

  void merge(const gathering& other) {
    counts.merge(other.counts);
    if (other.spill_) spill().merge(*other.spill_);
    if (other.bins_) other.add_bins_to(spill());
    if (other.mode == gathering_mode::windows && (mode == gathering_mode::unanchored)) {
      mode = gathering_mode::windows;
      anchored = other.anchored;
    } else if (other.anchored.top == anchored.top) {
      for (int level = 0; level < most_levels; ++level) anchored.totals[level] += other.anchored.totals[level];
    } else {
      other.add_windows_to(spill());
    }
    if (!counts.finite()) mode = gathering_mode::exceptional;
  }

  // The sum so far, exactly.
  Accumulator value() const {
    Accumulator sum;
    if (spill_) sum = *spill_;
    add_windows_to(sum);
    if (bins_) add_bins_to(sum);
    sum.counts().merge(counts);
    return sum;
  }

  // The sum so far, correctly rounded.
  template <floating T>
  T round() const {
    if (spill_ || bins_ || !counts.finite()) return value().template round<T>();
    int128 upper = anchored.totals[0];
    int128 lower = anchored.totals[1];
    const bool two_levels_hold_it =
        std::all_of(anchored.totals.begin() + 2, anchored.totals.end(), [](int128 total) { return total == 0; });
    if (!two_levels_hold_it || bit_length(magnitude(upper)) > 126 - level_bits || bit_length(magnitude(lower)) > 126)
      return value().template round<T>();
    const int128 sum = upper * (int128{1} << level_bits) + lower;
    const bool negative = sum == 0 ? counts.zero_is_negative() : sum < 0;
    return round_to_nearest<T>({magnitude(sum), anchored.unit_exponent(1), false}, negative);
  }

 private:
  void add_windows_to(Accumulator& sum) const {
    for (int level = 0; level < most_levels; ++level) {
      sum.add_scaled(anchored.totals[level], anchored.unit_exponent(level));
    }
  }
  void add_bins_to(Accumulator& sum) const {
    for (const auto& table : bins_->table) {
      for (int exponent = 0; exponent < exponent_bins::exponents - 1; ++exponent) {
        const exponent_bins::bin& bin = table[exponent];
        if ((bin.low | bin.high) == 0) continue;
        sum.add_scaled(int128{bin.high} * (int128{1} << 32) + bin.low, std::max(exponent, 1) - 1075);
      }
    }
  }

  std::optional<Accumulator> spill_;
  std::unique_ptr<exponent_bins> bins_;
};

}  // namespace warpfold::exact
