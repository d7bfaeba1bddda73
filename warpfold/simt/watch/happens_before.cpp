#include "warpfold/simt/watch/happens_before.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "warpfold/simt/core/lanes.hpp"

namespace warpfold::simt {
namespace {

std::uint32_t thread_index(const thread_position& thread) {
  return thread.warp * lanes_per_warp + static_cast<std::uint32_t>(thread.lane);
}

}  // namespace

thread_position position_of(const warp_identity& warp, int lane) {
  return {warp.block, warp.cluster, warp.warp, lane};
}

std::size_t happens_before::location_hash::operator()(const sync_location& where) const {
  return std::hash<std::uint64_t>{}(where.address * 0x9e3779b97f4a7c15u ^ where.owner * 2 ^ (where.shared ? 1u : 0u));
}

void happens_before::launch_begins(const launch_event& launch) {
  lockstep_ = launch.lockstep;
  threads_per_block_ = launch.block[0] * launch.block[1] * launch.block[2];
  blocks_.clear();
  recent_ = nullptr;
  clusters_.clear();
  logs_.clear();
  now_ = 1;
}

void happens_before::block_begins(const block_event& block) {
  block_state& state = blocks_[block.block];
  state.cluster = block.cluster;
  state.warps.resize((threads_per_block_ + lanes_per_warp - 1) / lanes_per_warp);
  cluster_state& cluster = clusters_[block.cluster];
  cluster.blocks.push_back(block.block);
  state.in = &cluster;
}

void happens_before::block_ends(const block_event& block) {
  blocks_.erase(block.block);
  recent_ = nullptr;
  const auto cluster = clusters_.find(block.cluster);
  std::erase(cluster->second.blocks, block.block);
  if (cluster->second.blocks.empty()) clusters_.erase(cluster);
}

void happens_before::lanes_exit(const warp_identity& warp, lane_mask lanes) {
  blocks_.at(warp.block).warps.at(warp.warp).exited |= lanes;
}

happens_before::block_state& happens_before::block_of(std::uint64_t number) {
  if (recent_ == nullptr || recent_number_ != number) {
    recent_ = &blocks_.at(number);
    recent_number_ = number;
  }
  return *recent_;
}

warp_knowledge happens_before::known_to(const warp_identity& identity) {
  const block_state& block = block_of(identity.block);
  const warp_state& warp = block.warps[identity.warp];
  warp_knowledge known;
  known.of_block = std::max(block.floor, block.in->floor);
  known.of_warp = lockstep_ ? ~sync_time{0} : std::max(known.of_block, warp.floor);
  known.complete = block.between_warps == nullptr && warp.lanes == nullptr && logs_.empty();
  return known;
}

happens_before::thread_state* happens_before::find_thread(const thread_position& thread) {
  auto& threads = block_of(thread.block).threads;
  const auto found = threads.find(thread_index(thread));
  return found == threads.end() ? nullptr : &found->second;
}

happens_before::thread_state& happens_before::thread(const thread_position& thread) {
  return block_of(thread.block).threads[thread_index(thread)];
}

void happens_before::learn(prefixes& into, const log_prefix& prefix) {
  for (log_prefix& known : into) {
    if (known.source != prefix.source || known.scope != prefix.scope) continue;
    known.length = std::max(known.length, prefix.length);
    return;
  }
  into.push_back(prefix);
}

void happens_before::learn(prefixes& into, const prefixes& from) {
  for (const log_prefix& prefix : from) learn(into, prefix);
}

void happens_before::barrier_arrives(const barrier_event& event) {
  if (event.kind == barrier_kind::cluster && event.relaxed) clusters_.at(event.warp->cluster).relaxed = true;
}

void happens_before::barrier_releases(const barrier_release_event& event) {
  if (event.kind == barrier_kind::block) {
    block_state& block = block_of(event.block);
    bool everyone = true;
    for (std::size_t warp = 0; warp < block.warps.size(); ++warp) {
      const lane_mask lanes = warp < event.lanes.size() ? event.lanes[warp] : 0;
      everyone &=
          (lanes | block.warps[warp].exited) == existing_lanes(threads_per_block_, static_cast<std::uint32_t>(warp));
    }
    if (everyone) {
      whole_block_synchronizes(block);
    } else {
      warps_synchronize(block, event.lanes);
    }
  } else {
    cluster_state& cluster = clusters_.at(event.cluster);
    if (!std::exchange(cluster.relaxed, false)) {
      cluster.floor = now_;
      for (const std::uint64_t number : cluster.blocks) {
        whole_block_synchronizes(blocks_.at(number));
        learn(cluster.known, blocks_.at(number).known);
      }
    }
  }
  ++now_;
}

void happens_before::whole_block_synchronizes(block_state& block) {
  block.floor = now_;
  for (warp_state& warp : block.warps) {
    learn(block.known, warp.known);
    warp.known.clear();
  }
  for (auto& [index, thread] : block.threads) {
    learn(block.known, thread.known);
    thread.known.clear();
  }
}

void happens_before::warps_synchronize(block_state& block, std::span<const lane_mask> lanes) {
  if (block.between_warps == nullptr) block.between_warps = std::make_unique<std::array<lane_times, lanes_per_warp>>();
  lane_times joined{};
  prefixes known;
  for (std::size_t warp = 0; warp < lanes.size(); ++warp) {
    if (lanes[warp] == 0) continue;
    const lane_times& row = (*block.between_warps)[warp];
    for (std::size_t of = 0; of < row.size(); ++of) joined[of] = std::max(joined[of], row[of]);
    joined[warp] = now_;
    learn(known, block.warps[warp].known);
    for_each_lane(lanes[warp], [&](int lane) {
      const auto thread =
          block.threads.find(static_cast<std::uint32_t>(warp * lanes_per_warp) + static_cast<std::uint32_t>(lane));
      if (thread != block.threads.end()) learn(known, thread->second.known);
    });
  }
  for (std::size_t warp = 0; warp < lanes.size(); ++warp) {
    if (lanes[warp] == 0) continue;
    (*block.between_warps)[warp] = joined;
    block.warps[warp].floor = now_;
    block.warps[warp].known = known;
  }
}

void happens_before::warp_sync(const warp_identity& identity, lane_mask lanes) {
  block_state& block = block_of(identity.block);
  warp_state& warp = block.warps.at(identity.warp);
  prefixes known;
  for_each_lane(lanes, [&](int lane) {
    const thread_state* thread = find_thread(position_of(identity, lane));
    if (thread != nullptr) learn(known, thread->known);
  });
  if ((lanes | warp.exited) == existing_lanes(threads_per_block_, identity.warp)) {
    warp.floor = now_;
    learn(warp.known, known);
  } else {
    if (warp.lanes == nullptr) warp.lanes = std::make_unique<std::array<lane_times, lanes_per_warp>>();
    lane_times joined{};
    for_each_lane(lanes, [&](int lane) {
      const lane_times& row = (*warp.lanes)[static_cast<std::size_t>(lane)];
      for (std::size_t of = 0; of < row.size(); ++of) joined[of] = std::max(joined[of], row[of]);
    });
    for_each_lane(lanes, [&](int lane) { joined[static_cast<std::size_t>(lane)] = now_; });
    for_each_lane(lanes, [&](int lane) {
      (*warp.lanes)[static_cast<std::size_t>(lane)] = joined;
      if (!known.empty()) learn(thread(position_of(identity, lane)).known, known);
    });
  }
  ++now_;
}

happens_before::entry happens_before::snapshot(const thread_position& position, memory_scope scope) {
  const block_state& block = blocks_.at(position.block);
  const warp_state& warp = block.warps.at(position.warp);
  const cluster_state& cluster = clusters_.at(position.cluster);
  entry made;
  made.thread = position;
  made.scope = scope;
  made.own = now_;
  made.warp_floor = warp.floor;
  made.block_floor = block.floor;
  made.cluster_floor = cluster.floor;
  if (warp.lanes != nullptr) {
    made.lanes = std::make_shared<lane_times>((*warp.lanes)[static_cast<std::size_t>(position.lane)]);
  }
  if (block.between_warps != nullptr) {
    made.warps = std::make_shared<lane_times>((*block.between_warps)[position.warp]);
  }
  made.known = block.known;
  learn(made.known, cluster.known);
  learn(made.known, warp.known);
  if (const thread_state* state = find_thread(position)) learn(made.known, state->known);
  return made;
}

void happens_before::append(const sync_location& where, entry released) {
  std::unique_ptr<log>& found = logs_[where];
  if (found == nullptr) found = std::make_unique<log>();
  // What the log itself says needs no saying in it again.
  std::erase_if(released.known, [&](const log_prefix& prefix) { return prefix.source == found.get(); });
  const std::size_t index = found->entries.size();
  found->by_cluster[released.thread.cluster].push_back(index);
  if (!released.known.empty()) found->with_known.push_back(index);
  found->entries.push_back(std::move(released));
}

const happens_before::log* happens_before::find_log(const sync_location& where) const {
  const auto found = logs_.find(where);
  return found == logs_.end() ? nullptr : found->second.get();
}

void happens_before::fence(const thread_position& position, memory_scope scope) {
  thread_state& state = thread(position);
  for (log_prefix prefix : std::exchange(state.read, {})) {
    prefix.scope = scope;
    learn(state.known, prefix);
  }
  state.fenced = snapshot(position, scope);
  ++now_;
}

void happens_before::strong_access(const thread_position& position, const sync_location& where, access_kind kind,
                                   memory_order order, memory_scope scope) {
  const bool acquires =
      order == memory_order::acquire || order == memory_order::acquire_release || order == memory_order::sequential;
  const bool releases =
      order == memory_order::release || order == memory_order::acquire_release || order == memory_order::sequential;
  if (kind == access_kind::load || kind == access_kind::atomic) {
    if (acquires) {
      acquire(position, where, scope);
    } else if (const log* source = find_log(where)) {
      learn(thread(position).read, {source, source->entries.size(), memory_scope::gpu});
    }
  }
  if (kind == access_kind::load) return;
  if (releases) {
    release(position, where, scope);
  } else if (const thread_state* state = find_thread(position); state != nullptr && state->fenced) {
    append(where, *state->fenced);
  }
}

void happens_before::release(const thread_position& position, const sync_location& where, memory_scope scope) {
  append(where, snapshot(position, scope));
  ++now_;
}

void happens_before::acquire(const thread_position& position, const sync_location& where, memory_scope scope) {
  const log* source = find_log(where);
  if (source != nullptr) learn(thread(position).known, {source, source->entries.size(), scope});
}

void happens_before::release_copies(const thread_position& position, const sync_location& where) {
  entry copies;
  copies.thread = position;
  copies.scope = memory_scope::cluster;
  copies.copies = true;
  copies.own = now_++;
  append(where, std::move(copies));
}

bool happens_before::ordered(const thread_position& other, sync_time then, const thread_position& viewer) {
  if (other.block == viewer.block) {
    const block_state& block = block_of(viewer.block);
    if (then <= block.floor) return true;
    if (other.warp == viewer.warp) {
      if (other.lane == viewer.lane || lockstep_) return true;
      const warp_state& warp = block.warps[viewer.warp];
      if (then <= warp.floor) return true;
      if (warp.lanes != nullptr) {
        const lane_times& row = (*warp.lanes)[static_cast<std::size_t>(viewer.lane)];
        if (then <= row[static_cast<std::size_t>(other.lane)]) return true;
      }
    } else if (block.between_warps != nullptr && then <= (*block.between_warps)[viewer.warp][other.warp]) {
      return true;
    }
  }
  if (other.cluster == viewer.cluster && then <= clusters_.at(viewer.cluster).floor) return true;
  return known_through_logs(other, then, false, viewer);
}

bool happens_before::copy_ordered(const thread_position& other, sync_time then, const thread_position& viewer) {
  return known_through_logs(other, then, true, viewer);
}

bool happens_before::known_through_logs(const thread_position& other, sync_time then, bool copy,
                                        const thread_position& viewer) {
  if (logs_.empty()) return false;
  const block_state& block = block_of(viewer.block);
  searched done;
  const auto any = [&](const prefixes& known) {
    return std::any_of(known.begin(), known.end(), [&](const log_prefix& prefix) {
      return known_through(prefix, other, then, copy, viewer, done);
    });
  };
  if (any(block.known) || any(block.warps[viewer.warp].known) || any(clusters_.at(viewer.cluster).known)) return true;
  const thread_state* state = find_thread(viewer);
  return state != nullptr && any(state->known);
}

bool happens_before::known_through(const log_prefix& prefix, const thread_position& other, sync_time then, bool copy,
                                   const thread_position& viewer, searched& done) const {
  std::size_t& begin = done[prefix.source];
  if (begin >= prefix.length) return false;
  const std::size_t first = std::exchange(begin, prefix.length);
  const log& source = *prefix.source;
  const auto in_prefix = [&](const std::vector<std::size_t>& indices, auto visit) {
    auto index = std::lower_bound(indices.begin(), indices.end(), first);
    for (; index != indices.end() && *index < prefix.length; ++index) {
      const entry& released = source.entries[*index];
      if (!reaches(released.scope, released.thread, viewer) || !reaches(prefix.scope, released.thread, viewer))
        continue;
      if (visit(released)) return true;
    }
    return false;
  };
  const auto of_cluster = source.by_cluster.find(other.cluster);
  if (of_cluster != source.by_cluster.end() &&
      in_prefix(of_cluster->second, [&](const entry& released) { return covers(released, other, then, copy); })) {
    return true;
  }
  return in_prefix(source.with_known, [&](const entry& released) {
    return std::any_of(released.known.begin(), released.known.end(), [&](const log_prefix& further) {
      return known_through(further, other, then, copy, viewer, done);
    });
  });
}

bool happens_before::reaches(memory_scope scope, const thread_position& from, const thread_position& to) {
  switch (scope) {
    case memory_scope::block:
      return from.block == to.block;
    case memory_scope::cluster:
      return from.cluster == to.cluster;
    default:
      return true;
  }
}

bool happens_before::covers(const entry& released, const thread_position& other, sync_time then, bool copy) {
  const bool same_block = released.thread.block == other.block;
  const bool same_thread = same_block && released.thread.warp == other.warp && released.thread.lane == other.lane;
  if (copy || released.copies) return copy == released.copies && same_thread && then <= released.own;
  if (then <= released.cluster_floor) return true;
  if (!same_block) return false;
  if (then <= released.block_floor) return true;
  if (released.thread.warp != other.warp) return released.warps != nullptr && then <= (*released.warps)[other.warp];
  if (same_thread) return then <= released.own;
  if (then <= released.warp_floor) return true;
  return released.lanes != nullptr && then <= (*released.lanes)[static_cast<std::size_t>(other.lane)];
}

}  // namespace warpfold::simt
