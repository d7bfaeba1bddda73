// race: two threads touch the same memory, at least one writes, and nothing orders them (happens_before.hpp).
//
// For every word of shared and global memory the last write is remembered, the reads since, and older accesses that a
// strong write does not stand for: in rows of 32 words, so that what the lanes of a warp do is checked at once, and for
// a whole row in one sentence where one says enough. Only what that does not settle is looked at lane by lane. Two
// strong accesses (atomics, volatile, relaxed and stronger) whose scopes include each other do not race, except
// volatile accesses of one warp: volatile keeps a compiler honest, not a warp together. Lanes that write one place in
// one instruction do not race either: the hardware lets one of them win.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "warpfold/simt/core/lanes.hpp"
#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/watch/consecutive.hpp"
#include "warpfold/simt/watch/happens_before.hpp"
#include "warpfold/simt/watch/shadow.hpp"
#include "warpfold/simt/watch/touch.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

// What is known of a word, or of a byte of a word that is accessed in parts.
struct history {
  touch write;
  touch read;
  std::vector<touch> more_reads;  // that neither follow nor precede `read`
  std::vector<touch> displaced;   // older ones, with which something may race that does not race with `write`
};

// What is known of 32 neighbouring words.
struct word_row {
  touch_columns write;
  touch_columns read;
  std::vector<touch_columns> more_reads;  // each word's are the first of them
  std::vector<touch_columns> displaced;   // likewise
  lane_mask divided = 0;                  // words whose bytes have histories of their own
  row_summary summary;                    // of all of these

  history take(std::size_t word) const {
    return {write.get(word), read.get(word), touches_of(more_reads, word), touches_of(displaced, word)};
  }
  void put(std::size_t word, const history& changed) {
    summary.forget();
    write.set(word, changed.write);
    read.set(word, changed.read);
    put(more_reads, word, changed.more_reads);
    put(displaced, word, changed.displaced);
  }

 private:
  static std::vector<touch> touches_of(const std::vector<touch_columns>& columns, std::size_t word) {
    std::vector<touch> touches;
    for (const touch_columns& column : columns) {
      if (!column.by_nobody(word)) touches.push_back(column.get(word));
    }
    return touches;
  }
  static void put(std::vector<touch_columns>& columns, std::size_t word, const std::vector<touch>& touches) {
    if (columns.size() < touches.size()) columns.resize(touches.size());
    for (std::size_t n = 0; n < columns.size(); ++n) columns[n].set(word, n < touches.size() ? touches[n] : touch{});
  }
};

// Reads of a word by many warps that nothing orders, and accesses that strong ones have followed: beyond this many of
// each, further ones are not remembered.
constexpr std::size_t most_remembered = 64;

constexpr std::uint64_t word_bytes = 4;

class race_watch : public watch {
 public:
  race_watch() : watch("race") {}

  std::uint32_t interests() const override {
    return accesses | barriers | warp_syncs | fences | mbarriers | asyncs | blocks | exits;
  }

  void launch_begins(const launch_event& event) override {
    watch::launch_begins(event);
    order_.launch_begins(event);
    global_.clear();
    shared_.clear();
    recent_shared_ = nullptr;
    copies_.clear();
    blocks_are_strangers_ = event.cluster[0] * event.cluster[1] * event.cluster[2] == 1;
    cluster_of_.clear();
    events_ = 0;
  }
  void block_begins(const block_event& event) override {
    order_.block_begins(event);
    cluster_of_[event.block] = event.cluster;
  }
  void block_ends(const block_event& event) override {
    order_.block_ends(event);
    shared_.erase(event.block);
    recent_shared_ = nullptr;
    copies_.erase(copies_.lower_bound({event.block, 0}), copies_.lower_bound({event.block + 1, 0}));
  }
  void exit(const issue_event& event) override { order_.lanes_exit(*event.warp, event.lanes); }
  void barrier_arrives(const barrier_event& event) override { order_.barrier_arrives(event); }
  void barrier_releases(const barrier_release_event& event) override { order_.barrier_releases(event); }
  void warp_sync(const warp_sync_event& event) override {
    if (event.orders_memory) order_.warp_sync(*event.warp, event.lanes);
  }
  void fence(const fence_event& event) override {
    for_each_lane(event.lanes, [&](int lane) { order_.fence(position_of(*event.warp, lane), event.scope); });
  }

  void mbarrier(const mbarrier_event& event) override {
    const thread_position thread = position_of(*event.warp, event.lane);
    const sync_location where{true, event.shared_owner, event.address};
    switch (event.action) {
      case mbarrier_action::arrive:
      case mbarrier_action::arrive_drop:
        return order_.release(thread, where, memory_scope::cluster);
      case mbarrier_action::complete_transaction:
        return order_.release_copies(thread, where);
      case mbarrier_action::wait:
        if (event.phase_completed) order_.acquire(thread, where, memory_scope::cluster);
        return;
      default:
        return;
    }
  }

  // A thread that has waited for its copies has made them its own.
  void async(const async_event& event) override {
    if (event.action != async_action::wait) return;
    for_each_lane(event.lanes, [&](int lane) {
      const auto found = copies_.find(key_of(position_of(*event.warp, lane)));
      if (found == copies_.end()) return;
      for (const copied_place& place : found->second) make_own(place);
      copies_.erase(found);
    });
  }

  void access(const memory_event& event) override {
    ++events_;
    if (event.space == ptx::space::shared) {
      visit(event, shared_of(event.shared_owner));
    } else if (event.space == ptx::space::global) {
      visit(event, global_);
    }
  }

 private:
  struct memory_history {
    shadow<word_row, 7, 3> rows;
    shadow<history, 0> bytes;
    void clear() {
      rows.clear();
      bytes.clear();
    }
  };
  // A word, or a byte, that a copy has written.
  struct copied_place {
    memory_history* memory;
    std::uint64_t address;
    bool is_byte;
  };
  using thread_key = std::pair<std::uint64_t, std::uint32_t>;

  static thread_key key_of(const thread_position& thread) {
    return {thread.block, thread.warp * lanes_per_warp + static_cast<std::uint32_t>(thread.lane)};
  }

  static std::size_t word_in_row(std::uint64_t address) { return address / word_bytes % words_per_row; }

  memory_history& shared_of(std::uint64_t block) {
    if (recent_shared_ == nullptr || recent_owner_ != block) {
      recent_shared_ = &shared_[block];
      recent_owner_ = block;
    }
    return *recent_shared_;
  }

  void make_own(const copied_place& place) {
    const auto owned = [&](touch written) {
      written.how.copy = 0;
      written.when = order_.now();
      return written;
    };
    if (place.is_byte) {
      touch& written = place.memory->bytes[place.address].write;
      written = owned(written);
    } else {
      word_row& row = place.memory->rows[place.address];
      const std::size_t word = word_in_row(place.address);
      row.write.set(word, owned(row.write.get(word)));
      row.summary.forget();
    }
  }

  void visit(const memory_event& event, memory_history& memory) {
    touch mine;
    mine.block = static_cast<std::uint32_t>(event.warp->block);
    mine.at = event.at->index + 1;
    mine.when = order_.now();
    mine.event = events_;
    mine.how.warp = event.warp->warp & 0x7f;
    mine.how.kind = event.kind;
    mine.how.order = event.order;
    mine.how.scope = event.scope;
    mine.how.copy = event.asynchronous && event.kind == access_kind::store ? 1 : 0;
    if (!mine.strong() && mine.how.copy == 0 && event.bytes % word_bytes == 0) {
      return event.bytes == word_bytes ? visit_words(event, memory, mine) : visit_vectors(event, memory, mine);
    }
    for_each_lane(event.lanes, [&](int lane) {
      mine.lanes = lane_mask{1} << lane;
      const std::uint64_t address = event.addresses[lane];
      visit_bytes(event, memory, mine, lane, address);
      if (mine.strong()) synchronize(event, mine, lane, address);
    });
  }

  // Every lane accesses one word, weakly.
  void visit_words(const memory_event& event, memory_history& memory, touch& mine) {
    const warp_knowledge viewer = order_.known_to(*event.warp);
    const bool consecutive = are_consecutive(event);
    if (!consecutive && reads_one_word(event) && remember_broadcast(event, memory, mine, viewer)) return;
    for (lane_mask left = event.lanes; left != 0;) {
      const int lane = std::countr_zero(left);
      const std::uint64_t address = event.addresses[lane];
      if (address % word_bytes != 0) {
        left &= left - 1;
        visit_lane(event, memory, mine, lane);
        continue;
      }
      const row_part part = neighbours(event, left, lane, consecutive);
      left &= ~static_cast<lane_mask>(((std::uint64_t{1} << part.count) - 1) << lane);
      if (visit_known(memory.rows[address], mine, part, viewer)) continue;
      for (int n = 0; n < static_cast<int>(part.count); ++n) visit_lane(event, memory, mine, lane + n);
    }
  }

  // Every lane accesses several words, weakly.
  void visit_vectors(const memory_event& event, memory_history& memory, touch& mine) {
    const warp_knowledge viewer = order_.known_to(*event.warp);
    for_each_lane(event.lanes, [&](int lane) {
      const std::uint64_t begin = event.addresses[lane], end = begin + event.bytes;
      if (begin % word_bytes != 0) return visit_lane(event, memory, mine, lane);
      mine.lanes = lane_mask{1} << lane;
      for (std::uint64_t word = begin; word < end; word += word_bytes) {
        const row_part part{word_in_row(word), 1, static_cast<std::size_t>(lane)};
        if (!visit_known(memory.rows[word], mine, part, viewer)) visit_word(event, memory, mine, lane, word);
      }
    });
  }

  void visit_lane(const memory_event& event, memory_history& memory, touch& mine, int lane) {
    mine.lanes = lane_mask{1} << lane;
    visit_bytes(event, memory, mine, lane, event.addresses[lane]);
  }

  // From `lane` on, the lanes of `lanes` whose words are neighbours in one row.
  static row_part neighbours(const memory_event& event, lane_mask lanes, int lane, bool consecutive) {
    const std::uint64_t* const addresses = event.addresses + lane;
    row_part part{word_in_row(addresses[0]), 1, static_cast<std::size_t>(lane)};
    const std::size_t most = words_per_row - part.first;
    if (consecutive) {
      part.count = std::min(most, static_cast<std::size_t>(lane_count(lanes)));
      return part;
    }
    while (part.count < most && (std::uint64_t{lanes} >> lane >> part.count & 1) != 0 &&
           addresses[part.count] == addresses[0] + part.count * word_bytes) {
      ++part.count;
    }
    return part;
  }

  static bool reads_one_word(const memory_event& event) {
    if (event.kind != access_kind::load || (event.lanes & (event.lanes - 1)) == 0) return false;
    const std::uint64_t address = event.addresses[std::countr_zero(event.lanes)];
    std::uint64_t differences = address % word_bytes;
    for_each_lane(event.lanes, [&](int lane) { differences |= event.addresses[lane] ^ address; });
    return differences == 0;
  }

  // True if all that is remembered of these words is known to be ordered before what the lanes do, or to have nothing
  // to do with it: then they are done.
  bool visit_known(word_row& row, const touch& mine, const row_part& part, const warp_knowledge& viewer) {
    if ((row.divided >> part.first & ((std::uint64_t{1} << part.count) - 1)) != 0) return false;
    const bool all_known = row.summary.is_known(part, mine, viewer);
    const auto known = [&](const touch_columns& earlier) { return all_known || earlier.are_known(part, mine, viewer); };
    if (!known(row.write) || !std::ranges::all_of(row.displaced, known)) return false;
    if (!mine.writes()) {
      touch_columns* const place = place_for_read(row, part, mine, viewer, known);
      if (place == nullptr) return false;
      place->set(part, mine);
    } else {
      if (!known(row.read) || !std::ranges::all_of(row.more_reads, known)) return false;
      row.write.set(part, mine);
      row.read.clear(part);
      for (touch_columns& more : row.more_reads) more.clear(part);
      for (touch_columns& older : row.displaced) older.clear(part);
    }
    if (all_known) {
      row.summary.add(part, mine, viewer);
    } else if (mine.writes() && part.count == words_per_row) {
      row.summary.begin(part, mine);
    } else {
      row.summary.forget();
    }
    return true;
  }

  // Where reads of these words are to be remembered: the first place for which `absorbs` holds, if what is in those
  // before it is unordered with them for certain. Null where that has to be found out lane by lane.
  template <class Absorbs>
  touch_columns* place_for_read(word_row& row, const row_part& part, const touch& mine, const warp_knowledge& viewer,
                                Absorbs absorbs) {
    const auto strange = [&](const touch_columns& reads) {
      return viewer.complete && reads.are_strange(part, mine, viewer, blocks_are_strangers_);
    };
    if (absorbs(row.read)) return &row.read;
    if (!strange(row.read)) return nullptr;
    for (touch_columns& more : row.more_reads) {
      if (absorbs(more)) return &more;
      if (!strange(more)) return nullptr;
    }
    return row.more_reads.size() < most_remembered ? &row.more_reads.emplace_back() : nullptr;
  }

  // All lanes read one word, and are remembered together. False if that has to be found out lane by lane.
  bool remember_broadcast(const memory_event& event, memory_history& memory, touch& mine,
                          const warp_knowledge& viewer) {
    const std::uint64_t address = event.addresses[std::countr_zero(event.lanes)];
    word_row& row = memory.rows[address];
    const std::size_t word = word_in_row(address);
    const auto known = [&](const touch_columns& column) {
      const touch earlier = column.get(word);
      if (earlier.by_nobody()) return true;
      if (earlier.block != mine.block || earlier.how.copy != 0) return false;
      return earlier.when <= (earlier.same_warp(mine) ? viewer.of_warp : viewer.of_block);
    };
    if (launch().lockstep || (row.divided >> word & 1) != 0 || !known(row.write) || !row.displaced.empty()) {
      return false;
    }
    touch_columns* const place = place_for_read(row, {word, 1, 0}, mine, viewer, known);
    if (place == nullptr) return false;
    mine.lanes = event.lanes;
    place->set(word, mine);
    row.summary.forget();
    return true;
  }

  void synchronize(const memory_event& event, const touch& mine, int lane, std::uint64_t address) {
    const bool shared = event.space == ptx::space::shared;
    const sync_location where{shared, shared ? event.shared_owner : 0, address};
    // Atomics without qualifiers are relaxed.
    order_.strong_access(position(mine, lane), where, event.kind, event.order,
                         event.scope == memory_scope::none ? memory_scope::gpu : event.scope);
  }

  // By words where the access consists of whole words, else by bytes.
  void visit_bytes(const memory_event& event, memory_history& memory, const touch& mine, int lane,
                   std::uint64_t address) {
    const std::uint64_t end = address + event.bytes;
    if (address % word_bytes == 0 && event.bytes % word_bytes == 0) {
      for (std::uint64_t word = address; word < end; word += word_bytes) visit_word(event, memory, mine, lane, word);
    } else {
      for (std::uint64_t byte = address; byte < end; ++byte) {
        divide(memory, byte);
        visit_byte(event, memory, mine, lane, byte);
      }
    }
  }

  void visit_word(const memory_event& event, memory_history& memory, const touch& mine, int lane, std::uint64_t word) {
    word_row& row = memory.rows[word];
    if ((row.divided >> word_in_row(word) & 1) != 0) {
      for (std::uint64_t byte = word; byte < word + word_bytes; ++byte) visit_byte(event, memory, mine, lane, byte);
      return;
    }
    history known = row.take(word_in_row(word));
    visit_cell(event, known, mine, lane, word);
    row.put(word_in_row(word), known);
    if (mine.how.copy != 0) copies_[key_of(position(mine, lane))].push_back({&memory, word, false});
  }

  // From here on the bytes of the word have histories of their own, which begin as the word's.
  static void divide(memory_history& memory, std::uint64_t byte) {
    word_row& row = memory.rows[byte];
    const std::size_t word = word_in_row(byte);
    if ((row.divided >> word & 1) != 0) return;
    for (std::uint64_t each = byte & ~std::uint64_t{3}; each < (byte | 3) + 1; ++each) {
      memory.bytes[each] = row.take(word);
    }
    row.divided |= lane_mask{1} << word;
  }

  void visit_byte(const memory_event& event, memory_history& memory, const touch& mine, int lane, std::uint64_t byte) {
    visit_cell(event, memory.bytes[byte], mine, lane, byte);
    if (mine.how.copy != 0) copies_[key_of(position(mine, lane))].push_back({&memory, byte, true});
  }

  void visit_cell(const memory_event& event, history& cell, const touch& mine, int lane, std::uint64_t address) {
    check(event, cell.write, mine, lane, address);
    for (const touch& older : cell.displaced) check(event, older, mine, lane, address);
    if (!mine.writes()) return remember_read(cell, mine, lane);
    check(event, cell.read, mine, lane, address);
    for (const touch& read : cell.more_reads) check(event, read, mine, lane, address);
    displace(cell, mine);
  }

  // A write takes the place of all that came before, but for what it does not stand for.
  static void displace(history& cell, const touch& mine) {
    std::erase_if(cell.displaced, [&](const touch& older) { return stands_for(mine, older); });
    const auto keep = [&](const touch& earlier) {
      if (earlier.by_nobody() || stands_for(mine, earlier) || cell.displaced.size() == most_remembered) return;
      cell.displaced.push_back(earlier);
    };
    keep(cell.write);
    keep(cell.read);
    for (const touch& read : cell.more_reads) keep(read);
    cell.more_reads.clear();
    cell.read = touch{};
    cell.write = mine;
  }

  // Whether what races with the earlier access, which the later write follows, races with the write, too. A strong one
  // does not race with strong ones, as a weak one does and one of a narrower scope.
  static bool stands_for(const touch& later, const touch& earlier) {
    if (!later.strong()) return true;
    const auto is_volatile = [](const touch& one) { return one.how.order == memory_order::relaxed_volatile; };
    return earlier.strong() && width_of(earlier.how.scope) >= width_of(later.how.scope) &&
           (!is_volatile(earlier) || is_volatile(later));
  }

  static int width_of(memory_scope scope) {
    switch (scope) {
      case memory_scope::block:
        return 0;
      case memory_scope::cluster:
        return 1;
      default:
        return 2;
    }
  }

  void remember_read(history& cell, const touch& mine, int lane) {
    if (absorb(cell.read, mine, lane)) return;
    for (touch& read : cell.more_reads) {
      if (absorb(read, mine, lane)) return;
    }
    if (cell.more_reads.size() < most_remembered) cell.more_reads.push_back(mine);
  }

  // Whether one record can stand for both reads: they were made together, or the earlier is ordered before the later.
  bool absorb(touch& earlier, const touch& mine, int lane) {
    if (earlier.by_nobody() || ordered(earlier, mine, lane)) {
      earlier = mine;
      return true;
    }
    const bool together = earlier.same_warp(mine) && earlier.when == mine.when && earlier.at == mine.at;
    if (together) earlier.lanes |= mine.lanes;
    return together;
  }

  // Whether everything in `earlier` is ordered before what the lane does now.
  bool ordered(const touch& earlier, const touch& mine, int lane) {
    bool all = true;
    for_each_lane(earlier.lanes, [&](int other) { all = all && lane_ordered(earlier, other, mine, lane); });
    return all;
  }

  bool lane_ordered(const touch& earlier, int other, const touch& mine, int lane) {
    return earlier.how.copy != 0 ? order_.copy_ordered(position(earlier, other), earlier.when, position(mine, lane))
                                 : order_.ordered(position(earlier, other), earlier.when, position(mine, lane));
  }

  void check(const memory_event& event, const touch& earlier, const touch& mine, int lane, std::uint64_t address) {
    if (earlier.by_nobody() || earlier.event == mine.event || !may_race(earlier, mine)) return;
    lane_mask racing = 0;
    for_each_lane(earlier.lanes, [&](int other) {
      if (!lane_ordered(earlier, other, mine, lane)) racing |= lane_mask{1} << other;
    });
    if (racing != 0) tell(event, earlier, racing, mine, address);
  }

  void tell(const memory_event& event, const touch& earlier, lane_mask racing, const touch& mine,
            std::uint64_t address) {
    const std::string message = fmt::format(
        "{} {} memory that {} {}, and nothing orders the two", verb_of(mine.how.kind), name_of(event.space),
        who_is(earlier, mine), earlier.how.copy != 0 ? "an asynchronous copy writes" : past_verb_of(earlier.how.kind));
    const warp_identity other{.block = earlier.block,
                              .block_index = block_index(earlier.block),
                              .cluster = cluster_of_.at(earlier.block),
                              .warp = earlier.how.warp};
    report(message, {event.warp, event.at, mine.lanes}, spot{event.space, address},
           describe({&other, &launch().kernel->code[earlier.at - 1], racing}));
  }

  thread_position position(const touch& one, int lane) const {
    return {one.block, cluster_of_.at(one.block), one.how.warp, lane};
  }

  bool may_race(const touch& a, const touch& b) const {
    if (!a.writes() && !b.writes()) return false;
    if (!a.strong() || !b.strong()) return true;
    const bool both_volatile =
        a.how.order == memory_order::relaxed_volatile && b.how.order == memory_order::relaxed_volatile;
    if (a.same_warp(b) && both_volatile) return true;
    return !includes(a.how.scope, a, b) || !includes(b.how.scope, a, b);
  }

  bool includes(memory_scope scope, const touch& a, const touch& b) const {
    switch (scope) {
      case memory_scope::block:
        return a.block == b.block;
      case memory_scope::cluster:
        return cluster_of_.at(a.block) == cluster_of_.at(b.block);
      default:
        return true;
    }
  }

  std::string_view who_is(const touch& earlier, const touch& mine) const {
    if (earlier.how.copy != 0) return "meanwhile";
    if (earlier.block != mine.block) {
      const bool same_cluster = cluster_of_.at(earlier.block) == cluster_of_.at(mine.block);
      return same_cluster ? "a thread of another block of the cluster" : "a thread of another block";
    }
    return earlier.how.warp == mine.how.warp ? "another lane of the warp" : "another warp of the block";
  }

  static std::string_view past_verb_of(access_kind kind) {
    switch (kind) {
      case access_kind::load:
        return "reads";
      case access_kind::store:
        return "wrote";
      default:
        return "updated";
    }
  }

  std::array<std::uint32_t, 3> block_index(std::uint64_t block) const {
    const auto& grid = launch().grid;
    return {static_cast<std::uint32_t>(block % grid[0]), static_cast<std::uint32_t>(block / grid[0] % grid[1]),
            static_cast<std::uint32_t>(block / grid[0] / grid[1])};
  }

  happens_before order_;
  memory_history global_;
  std::unordered_map<std::uint64_t, memory_history> shared_;  // by block
  std::uint64_t recent_owner_ = 0;
  memory_history* recent_shared_ = nullptr;                      // of recent_owner_; null: to be looked up
  bool blocks_are_strangers_ = false;                            // that is, none shares a cluster with another
  std::map<thread_key, std::vector<copied_place>> copies_;       // by copies that their thread has not waited for
  std::unordered_map<std::uint64_t, std::uint64_t> cluster_of_;  // by block
  std::uint32_t events_ = 0;
};

}  // namespace

std::unique_ptr<watch> make_race_watch() {
  return std::make_unique<race_watch>();
}

}  // namespace warpfold::simt
