// race: two threads touch the same memory, at least one writes, and nothing orders them (happens_before.hpp).
//
// For every word of shared and global memory the last write is remembered, and the reads since. Two strong accesses
// (atomics, volatile, relaxed and stronger) whose scopes include each other do not race, except volatile accesses of
// one warp: volatile keeps a compiler honest, not a warp together. Lanes that write one place in one instruction do not
// race either: the hardware lets one of them win.
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

#include "warpfold/simt/core/program.hpp"
#include "warpfold/simt/watch/happens_before.hpp"
#include "warpfold/simt/watch/shadow.hpp"
#include "warpfold/simt/watch/watch.hpp"

namespace warpfold::simt {
namespace {

// Lanes of a warp that touched a word at one time, by one instruction. Small: there are two for every word in use.
struct touch {
  std::uint32_t block = 0;
  std::uint32_t at = 0;  // index of the instruction, plus one; 0: nobody
  lane_mask lanes = 0;
  sync_time when = 0;
  std::uint32_t event = 0;    // which event of the launch made it
  std::uint8_t warp : 7 = 0;  // within the block
  std::uint8_t copy : 1 = 0;  // by an asynchronous copy that its thread has not waited for
  access_kind kind = access_kind::load;
  memory_order order = memory_order::weak;
  memory_scope scope = memory_scope::none;

  bool by_nobody() const { return at == 0; }
  bool writes() const { return kind != access_kind::load; }
  bool strong() const {
    return order != memory_order::weak || kind == access_kind::atomic || kind == access_kind::reduction;
  }
  bool same_warp(const touch& other) const { return block == other.block && warp == other.warp; }
};

// What is known of a word, or of a byte of a word that is accessed in parts.
struct history {
  touch write;
  touch read;
  std::unique_ptr<std::vector<touch>> more_reads;  // that neither follow nor precede `read`
  bool in_bytes = false;                           // a word: its bytes have histories of their own
};

// Reads of a word by many warps that nothing orders: beyond this many, further ones are not remembered.
constexpr std::size_t maximum_reads = 64;

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
    copies_.clear();
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
      for (history* word : found->second) {
        word->write.copy = false;
        word->write.when = order_.now();
      }
      copies_.erase(found);
    });
  }

  void access(const memory_event& event) override {
    ++events_;
    if (event.space == ptx::space::shared) {
      visit(event, shared_[event.shared_owner]);
    } else if (event.space == ptx::space::global) {
      visit(event, global_);
    }
  }

 private:
  struct memory_history {
    shadow<history, 2> words;
    shadow<history, 0> bytes;
    void clear() {
      words.clear();
      bytes.clear();
    }
  };
  using thread_key = std::pair<std::uint64_t, std::uint32_t>;

  static thread_key key_of(const thread_position& thread) {
    return {thread.block, thread.warp * lanes_per_warp + static_cast<std::uint32_t>(thread.lane)};
  }

  template <class Visit>
  static void for_each_lane(lane_mask lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(std::countr_zero(lanes));
  }

  void visit(const memory_event& event, memory_history& memory) {
    touch mine;
    mine.block = static_cast<std::uint32_t>(event.warp->block);
    mine.at = event.at->index + 1;
    mine.when = order_.now();
    mine.warp = event.warp->warp & 0x7f;
    mine.kind = event.kind;
    mine.order = event.order;
    mine.scope = event.scope;
    mine.copy = event.asynchronous && event.kind == access_kind::store ? 1 : 0;
    mine.event = events_;
    for_each_lane(event.lanes, [&](int lane) {
      mine.lanes = lane_mask{1} << lane;
      const std::uint64_t address = event.addresses[lane];
      visit_bytes(event, memory, mine, lane, address);
      if (mine.strong()) synchronize(event, mine, lane, address);
    });
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
    if (address % 4 == 0 && event.bytes % 4 == 0) {
      for (std::uint64_t word = address; word < end; word += 4) {
        history& known = memory.words[word];
        if (known.in_bytes) {
          for (std::uint64_t byte = word; byte < word + 4; ++byte) {
            visit_cell(event, memory.bytes[byte], mine, lane, byte);
          }
        } else {
          visit_cell(event, known, mine, lane, word);
        }
      }
    } else {
      for (std::uint64_t byte = address; byte < end; ++byte) {
        divide(memory, byte);
        visit_cell(event, memory.bytes[byte], mine, lane, byte);
      }
    }
  }

  // From here on the bytes of the word have histories of their own, which begin as the word's.
  static void divide(memory_history& memory, std::uint64_t byte) {
    history& word = memory.words[byte];
    if (word.in_bytes) return;
    for (std::uint64_t each = byte & ~std::uint64_t{3}; each < (byte | 3) + 1; ++each) {
      history& part = memory.bytes[each];
      part.write = word.write;
      part.read = word.read;
      if (word.more_reads != nullptr) part.more_reads = std::make_unique<std::vector<touch>>(*word.more_reads);
    }
    word.in_bytes = true;
  }

  void visit_cell(const memory_event& event, history& cell, const touch& mine, int lane, std::uint64_t address) {
    check(event, cell.write, mine, lane, address);
    if (!mine.writes()) return remember_read(cell, mine, lane);
    check(event, cell.read, mine, lane, address);
    if (cell.more_reads != nullptr) {
      for (const touch& read : *cell.more_reads) check(event, read, mine, lane, address);
      cell.more_reads.reset();
    }
    cell.read = touch{};
    cell.write = mine;
    if (mine.copy != 0) copies_[key_of(position(mine, lane))].push_back(&cell);
  }

  void remember_read(history& cell, const touch& mine, int lane) {
    if (absorb(cell.read, mine, lane)) return;
    if (cell.more_reads == nullptr) cell.more_reads = std::make_unique<std::vector<touch>>();
    for (touch& read : *cell.more_reads) {
      if (absorb(read, mine, lane)) return;
    }
    if (cell.more_reads->size() < maximum_reads) cell.more_reads->push_back(mine);
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
    return earlier.copy != 0 ? order_.copy_ordered(position(earlier, other), earlier.when, position(mine, lane))
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
        "{} {} memory that {} {}, and nothing orders the two", verb_of(mine.kind), name_of(event.space),
        who_is(earlier, mine), earlier.copy != 0 ? "an asynchronous copy writes" : past_verb_of(earlier.kind));
    const warp_identity other{.block = earlier.block,
                              .block_index = block_index(earlier.block),
                              .cluster = cluster_of_.at(earlier.block),
                              .warp = earlier.warp};
    report(message, {event.warp, event.at, mine.lanes}, spot{event.space, address},
           describe({&other, &launch().kernel->code[earlier.at - 1], racing}));
  }

  thread_position position(const touch& one, int lane) const {
    return {one.block, cluster_of_.at(one.block), one.warp, lane};
  }

  bool may_race(const touch& a, const touch& b) const {
    if (!a.writes() && !b.writes()) return false;
    if (!a.strong() || !b.strong()) return true;
    const bool both_volatile = a.order == memory_order::relaxed_volatile && b.order == memory_order::relaxed_volatile;
    if (a.same_warp(b) && both_volatile) return true;
    return !includes(a.scope, a, b) || !includes(b.scope, a, b);
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
    if (earlier.copy != 0) return "meanwhile";
    if (earlier.block != mine.block) {
      const bool same_cluster = cluster_of_.at(earlier.block) == cluster_of_.at(mine.block);
      return same_cluster ? "a thread of another block of the cluster" : "a thread of another block";
    }
    return earlier.warp == mine.warp ? "another lane of the warp" : "another warp of the block";
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
  std::map<thread_key, std::vector<history*>> copies_;        // written by copies that their thread has not waited for
  std::unordered_map<std::uint64_t, std::uint64_t> cluster_of_;  // by block
  std::uint32_t events_ = 0;
};

}  // namespace

std::unique_ptr<watch> make_race_watch() {
  return std::make_unique<race_watch>();
}

}  // namespace warpfold::simt
