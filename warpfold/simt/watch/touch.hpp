// Who touched memory, and how: what the race watch remembers of words and bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "warpfold/simt/core/events.hpp"
#include "warpfold/simt/watch/happens_before.hpp"

namespace warpfold::simt {

// In 32 bits, because there is one for every word in use.
struct touch_manner {
  std::uint8_t warp : 7 = 0;  // within the block
  std::uint8_t copy : 1 = 0;  // by an asynchronous copy that its thread has not waited for
  access_kind kind = access_kind::load;
  memory_order order = memory_order::weak;
  memory_scope scope = memory_scope::none;
};

// Lanes of a warp that touched a word or byte at one time, by one instruction.
struct touch {
  std::uint32_t at = 0;  // index of the instruction, plus one; 0: nobody
  std::uint32_t block = 0;
  lane_mask lanes = 0;
  sync_time when = 0;
  std::uint32_t event = 0;  // which event of the launch made it
  touch_manner how;

  bool by_nobody() const { return at == 0; }
  bool writes() const { return how.kind != access_kind::load; }
  bool strong() const {
    return how.order != memory_order::weak || how.kind == access_kind::atomic || how.kind == access_kind::reduction;
  }
  bool same_warp(const touch& other) const { return block == other.block && how.warp == other.how.warp; }
};

inline constexpr std::size_t words_per_row = 32;

// Neighbouring words of a row, touched by neighbouring lanes: word first + n by lane `lane` + n.
struct row_part {
  std::size_t first = 0, count = 1;
  std::size_t lane = 0;
};

// What is true of all touches of a row that are remembered, as long as one sentence says it: up to a time they are
// anybody's of one block, and the later ones are one warp's, whose lanes touched one word each, side by side.
class row_summary {
 public:
  // Whether all of them are ordered before what the lanes do now.
  bool is_known(const row_part& part, const touch& mine, const warp_knowledge& viewer) const {
    if (!holds_ || (latest_ != 0 && block_ != mine.block) || settled_ > viewer.of_block) return false;
    if (latest_ <= viewer.of_block) return true;
    return warp_ == mine.how.warp && (latest_ <= viewer.of_warp || shift_ == shift_of(part));
  }

  // The lanes touch the row, of which all was known.
  void add(const row_part& part, const touch& mine, const warp_knowledge& viewer) {
    const bool goes_on = latest_ > viewer.of_block;
    if (goes_on && shift_ != shift_of(part)) return forget();
    if (!goes_on) settled_ = std::max(settled_, latest_);
    continue_by(part, mine);
  }

  // The lanes have written all words of the row.
  void begin(const row_part& part, const touch& mine) {
    holds_ = true;
    settled_ = 0;
    continue_by(part, mine);
  }

  void forget() { holds_ = false; }

 private:
  static int shift_of(const row_part& part) { return static_cast<int>(part.first) - static_cast<int>(part.lane); }

  void continue_by(const row_part& part, const touch& mine) {
    block_ = mine.block;
    warp_ = mine.how.warp;
    latest_ = mine.when;
    shift_ = shift_of(part);
  }

  bool holds_ = true;
  std::uint8_t warp_ = 0;
  int shift_ = 0;
  std::uint32_t block_ = 0;
  sync_time settled_ = 0, latest_ = 0;  // 0: nobody has touched it
};

// A table that a part of a row looks into from where it begins: zeros, the values of the row's words, zeros.
template <class Value>
constexpr std::array<std::uint32_t, 3 * words_per_row> padded_row(Value value) {
  std::array<std::uint32_t, 3 * words_per_row> table{};
  for (std::size_t word = 0; word < words_per_row; ++word) table[words_per_row + word] = value(word);
  return table;
}

// The touches of the words of a row, as columns: what is asked of them is asked of 32 words at once.
class touch_columns {
 public:
  touch get(std::size_t word) const {
    return {at_[word], block_[word], lanes_[word], when_[word], event_[word], std::bit_cast<touch_manner>(how_[word])};
  }
  void set(std::size_t word, const touch& value) {
    set({word, 1, 0}, value);
    lanes_[word] = value.lanes;
  }
  bool by_nobody(std::size_t word) const { return at_[word] == 0; }

  // The lanes' touches; mine.lanes does not count.
  void set(const row_part& part, const touch& mine) {
    fill(at_, part, mine.at);
    fill(block_, part, mine.block);
    fill(when_, part, mine.when);
    fill(event_, part, mine.event);
    fill(how_, part, std::bit_cast<std::uint32_t>(mine.how));
    std::copy_n(lane_bits.begin() + static_cast<std::ptrdiff_t>(words_per_row + part.lane), part.count,
                lanes_.begin() + static_cast<std::ptrdiff_t>(part.first));
  }
  void clear(const row_part& part) { fill(at_, part, 0); }

  // Whether all these are known to be ordered before what the lanes do now: nobody's, or of the own block or warp in
  // time, or the lane's own. Of copies nothing is known.
  bool are_known(const row_part& part, const touch& mine, const warp_knowledge& viewer) const {
    const std::uint32_t* const lane = lane_bits.data() + words_per_row + part.lane - part.first;
    return all_of(part, [&](std::size_t word) {
      const std::uint32_t manner = how_[word] & warp_and_copy;
      const std::uint32_t in_time = mask(when_[word] <= viewer.of_block) & mask((manner & copy_bit) == 0);
      const std::uint32_t in_warp =
          mask(manner == mine.how.warp) & (mask(when_[word] <= viewer.of_warp) | mask(lanes_[word] == lane[word]));
      return mask(at_[word] == 0) | (mask(block_[word] == mine.block) & (in_time | in_warp));
    });
  }

  // Whether all these are touches of other warps of the block, and not in time; or of other blocks, if
  // `blocks_are_strangers`, which learn of one another through memory only.
  bool are_strange(const row_part& part, const touch& mine, const warp_knowledge& viewer,
                   bool blocks_are_strangers) const {
    const std::uint32_t elsewhere = mask(blocks_are_strangers);
    return all_of(part, [&](std::size_t word) {
      const std::uint32_t manner = how_[word] & warp_and_copy;
      const std::uint32_t here = mask(block_[word] == mine.block);
      const std::uint32_t late = mask(when_[word] > viewer.of_block) & ~mask(manner == mine.how.warp);
      return ~mask(at_[word] == 0) & mask((manner & copy_bit) == 0) & ((here & late) | (~here & elsewhere));
    });
  }

 private:
  using column = std::array<std::uint32_t, words_per_row>;
  static constexpr std::uint32_t copy_bit = 0x80, warp_and_copy = 0xff;

  static constexpr auto lane_bits = padded_row([](std::size_t lane) { return lane_mask{1} << lane; });
  static constexpr auto row = padded_row([](std::size_t) { return ~std::uint32_t{0}; });

  static constexpr std::uint32_t mask(bool holds) { return holds ? ~std::uint32_t{0} : 0; }

  static void fill(column& values, const row_part& part, std::uint32_t value) {
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(part.first), part.count, value);
  }

  // Whether holds(word) is all ones for every word of the part. Of several words it is called for all of the row,
  // without branches, so that the compiler makes vectors of it.
  template <class Holds>
  static bool all_of(const row_part& part, Holds holds) {
    if (part.count == 1) return holds(part.first) != 0;
    const std::uint32_t* const begun = row.data() + words_per_row - part.first;
    const std::uint32_t* const unended = row.data() + 2 * words_per_row - part.first - part.count;
    std::uint32_t failing = 0;
    for (std::size_t word = 0; word < words_per_row; ++word) failing |= begun[word] & unended[word] & ~holds(word);
    return failing == 0;
  }

  column at_{}, block_{}, lanes_{}, when_{}, event_{}, how_{};
};

}  // namespace warpfold::simt
