#include "warpfold/simt/core/synchronization.hpp"

#include <fmt/format.h>

#include <bit>

#include "warpfold/simt/core/block.hpp"
#include "warpfold/simt/core/cluster.hpp"
#include "warpfold/simt/core/diagnostic.hpp"
#include "warpfold/simt/core/isa_table.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/core/reports.hpp"

namespace warpfold::simt {
namespace {

// Of instruction::flags, beside barrier_reduction_bits.
constexpr std::uint32_t aligned_flag = 4, only_arrives_flag = 8, relaxed_flag = 16;

std::uint32_t uniform(warp& w, column_ref ref) {
  return w.column<std::uint32_t>(ref)[std::countr_zero(w.active)];
}

// id and count are operands `first` and `first + 1`.
template <int First>
const instruction* block_barrier_instruction(const instruction* i, warp& w) {
  const std::uint32_t id = uniform(w, i->operand[First]);
  const std::uint32_t count = i->operand[First + 1].present() ? uniform(w, i->operand[First + 1]) : 0;
  if (id >= barriers_per_block) throw guest_error(fmt::format("{}: barrier {}: expected 0 to 15", place_of(*i, w), id));
  if (count % lanes_per_warp != 0 || count > 1024) {
    throw guest_error(
        fmt::format("{}: barrier of {} threads: expected a multiple of 32 up to 1024", place_of(*i, w), count));
  }
  if ((i->flags & aligned_flag) != 0 && !w.align(i)) return nullptr;
  const bool waits = (i->flags & only_arrives_flag) == 0;
  const bool reduces = (i->flags & barrier_reduction_bits) != 0;
  if (w.owner->run->watched) {
    report_barrier(i, w, barrier_kind::block, static_cast<int>(id), static_cast<int>(count),
                   (i->flags & aligned_flag) != 0, waits, false);
  }
  w.owner->arrive(w, i, static_cast<int>(id), static_cast<int>(count), waits,
                  reduces ? w.predicate(i->operand[First + 2]) : 0);
  return waits ? nullptr : i + 1;
}

// bar.sync of all threads of the block, unwatched, by all lanes that the warp has: the most common way of waiting.
const instruction* wait_for_block(const instruction* i, warp& w) {
  block& own = *w.owner;
  const std::uint32_t id = *w.column<std::uint32_t>(i->operand[0]);
  const bool together = w.group_count == 1 && w.active == w.live;
  if (!together || id >= barriers_per_block || !own.arrive_together(w, i, static_cast<int>(id))) {
    return block_barrier_instruction<0>(i, w);
  }
  return nullptr;
}

const instruction* arrive_at_cluster(const instruction* i, warp& w) {
  if (w.owner->run->watched) {
    report_barrier(i, w, barrier_kind::cluster, 0, 0, (i->flags & aligned_flag) != 0, false,
                   (i->flags & relaxed_flag) != 0);
  }
  w.cluster_arrived |= w.active;
  w.owner->owner->complete_if_all_arrived();
  return i + 1;
}

const instruction* wait_at_cluster(const instruction* i, warp& w) {
  const lane_mask waiting = w.active & w.cluster_arrived;
  if (waiting != 0 && waiting != w.active) w.keep(waiting, i);
  if (w.owner->run->watched)
    report_barrier(i, w, barrier_kind::cluster, 0, 0, (i->flags & aligned_flag) != 0, true, false);
  if (waiting == 0) return i + 1;  // the phase that they arrived at is complete
  w.wait_at_cluster_barrier(i, i + 1);
  return nullptr;
}

const instruction* synchronize_warp(const instruction* i, warp& w) {
  if (!w.gather(i, i->operand[0])) return nullptr;
  if (w.owner->run->watched) {
    const std::uint32_t* const members = w.column<std::uint32_t>(i->operand[0]);
    for (lane_mask left = w.active; left != 0;) {
      const lane_mask named = members[std::countr_zero(left)];
      lane_mask same = 0;
      for (lane_mask rest = left; rest != 0; rest &= rest - 1) {
        if (members[std::countr_zero(rest)] == named) same |= 1u << std::countr_zero(rest);
      }
      report_warp_sync(i, w, same, named, true);
      left &= ~same;
    }
  }
  return i + 1;
}

}  // namespace

bound bind_barrier_instruction(const form& f) {
  bound made;
  made.guarding = guarding::apart;
  if (f.row().mnemonic == "bar" || f.has("aligned")) made.flags |= aligned_flag;
  const auto use = [&](handler h) { made.all = made.some = h; };
  if (f.has("warp")) {
    use(synchronize_warp);
  } else if (f.has("cluster")) {
    if (f.has("relaxed")) made.flags |= relaxed_flag;
    use(f.has("arrive") ? arrive_at_cluster : wait_at_cluster);
  } else if (f.has("red")) {
    made.flags |= static_cast<std::uint32_t>(f.has("and")  ? barrier_reduction::all
                                             : f.has("or") ? barrier_reduction::any
                                                           : barrier_reduction::count);
    use(block_barrier_instruction<1>);
  } else {
    if (f.has("arrive")) made.flags |= only_arrives_flag;
    const bool plain = !f.has("arrive") && f.operand_count() == 1 && !f.watched() && f.integer(0, -1) >= 0;
    use(plain ? wait_for_block : block_barrier_instruction<0>);
  }
  return made;
}

}  // namespace warpfold::simt
