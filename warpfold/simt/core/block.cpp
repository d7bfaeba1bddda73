#include "warpfold/simt/core/block.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "warpfold/simt/core/address_space.hpp"
#include "warpfold/simt/core/cluster.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/model/occupancy.hpp"

namespace warpfold::simt {
namespace {

std::array<std::uint32_t, 3> unravel(std::uint64_t linear, const std::array<std::uint32_t, 3>& shape) {
  return {static_cast<std::uint32_t>(linear % shape[0]), static_cast<std::uint32_t>(linear / shape[0] % shape[1]),
          static_cast<std::uint32_t>(linear / shape[0] / shape[1])};
}

}  // namespace

void block::start(launch_run& of, cluster& in, std::uint32_t cluster_rank) {
  run = &of;
  owner = &in;
  rank = cluster_rank;
  // Clusters tile the grid; the blocks of a cluster are numbered with x fastest.
  std::array<std::uint32_t, 3> clusters;
  for (std::size_t d = 0; d < 3; ++d) clusters[d] = of.what.grid[d] / of.cluster_shape[d];
  const auto cluster_index = unravel(in.linear, clusters), within = unravel(rank, of.cluster_shape);
  for (std::size_t d = 0; d < 3; ++d) index[d] = cluster_index[d] * of.cluster_shape[d] + within[d];
  linear = index[0] + std::uint64_t{of.what.grid[0]} * (index[1] + std::uint64_t{of.what.grid[1]} * index[2]);
  sm = sm_of(*of.what.device, in.linear, rank, of.cluster_size);

  const std::uint32_t warp_count = (of.threads + lanes_per_warp - 1) / lanes_per_warp;
  warps.resize(warp_count);
  identities.resize(warp_count);
  live_threads = static_cast<int>(of.threads);
  live_warps = static_cast<int>(warp_count);
  cycles = 0;
  shared.resize(of.shared_bytes);
  std::fill_n(shared.data(), of.shared_bytes, std::byte{});
  registers.resize(std::size_t{of.kernel.register_bytes} * warp_count);
  std::fill_n(registers.data(), std::size_t{of.kernel.register_bytes} * warp_count, std::byte{});
  specials.resize(std::size_t{of.kernel.special_bytes} * warp_count);
  const std::size_t local_bytes =
      std::size_t{of.kernel.local_bytes} * of.kernel.local_frames * lanes_per_warp * warp_count;
  local.resize(local_bytes);
  std::fill_n(local.data(), local_bytes, std::byte{});
  for (block_barrier& barrier : barriers) {
    if (barrier.in_use) barrier = {};
  }
  for (std::uint32_t n = 0; n < warp_count; ++n) start_warp(n);
}

void block::start_warp(std::uint32_t n) {
  warp& w = warps[n];
  const std::uint32_t first = n * lanes_per_warp;
  const std::uint32_t lanes = std::min<std::uint32_t>(run->threads - first, lanes_per_warp);
  w.base[0] = registers.data() + std::size_t{run->kernel.register_bytes} * n;
  w.base[1] = const_cast<std::byte*>(run->kernel.constants.data());  // nobody writes through it
  w.base[2] = specials.data() + std::size_t{run->kernel.special_bytes} * n;
  w.shared = shared.data();
  w.shared_bytes = run->shared_bytes;
  w.local_bytes = run->kernel.local_bytes * run->kernel.local_frames;
  w.local = local.data() + std::size_t{w.local_bytes} * lanes_per_warp * n;
  w.parameters = run->parameters.data();
  w.parameter_bytes = run->kernel.parameter_bytes;
  w.owner = this;
  w.index = n;
  w.live = lanes == lanes_per_warp ? all_lanes : (1u << lanes) - 1;
  w.groups[0] = {};
  w.groups[0].at = run->kernel.code.data();
  w.groups[0].lanes = w.live;
  w.group_count = 1;
  w.current = 0;
  w.cluster_arrived = 0;
  w.turns = 0;
  w.yielding = false;
  w.polled = false;
  w.frames.clear();
  w.copies.clear();
  identities[n] = {linear, index, owner->linear, rank, n, sm};
  fill_specials(w);
}

void block::fill_specials(warp& w) {
  if (const column_ref frame = run->kernel.local_frame; frame.present()) {
    std::fill_n(w.column<std::uint64_t>(frame), lanes_per_warp, 0);
  }
  const auto tid = [&](int lane) {
    return unravel(std::uint64_t{w.index} * lanes_per_warp + static_cast<std::uint32_t>(lane), run->what.block);
  };
  const launch& what = run->what;
  const auto& shape = run->cluster_shape;
  using enum special_register;
  for (const placed_special& placed : run->kernel.specials) {
    if (depends_on_time(placed.which)) continue;
    const column_ref ref(column_ref::base::specials, placed.offset);
    if (placed.which == is_explicit_cluster) {
      *w.column<lane_mask>(ref) = what.cluster || run->kernel.kernel->explicit_cluster ? all_lanes : 0;
      continue;
    }
    if (placed.which == gridid) {
      std::fill_n(w.column<std::uint64_t>(ref), lanes_per_warp, 1);
      continue;
    }
    std::uint32_t* const column = w.column<std::uint32_t>(ref);
    const auto all = [&](std::uint64_t value) {
      std::fill_n(column, lanes_per_warp, static_cast<std::uint32_t>(value));
    };
    const auto each = [&](auto value_of) {
      for (int lane = 0; lane < lanes_per_warp; ++lane) column[lane] = value_of(lane);
    };
    switch (placed.which) {
      case tid_x:
        each([&](int lane) { return tid(lane)[0]; });
        break;
      case tid_y:
        each([&](int lane) { return tid(lane)[1]; });
        break;
      case tid_z:
        each([&](int lane) { return tid(lane)[2]; });
        break;
      case ntid_x:
        all(what.block[0]);
        break;
      case ntid_y:
        all(what.block[1]);
        break;
      case ntid_z:
        all(what.block[2]);
        break;
      case ctaid_x:
        all(index[0]);
        break;
      case ctaid_y:
        all(index[1]);
        break;
      case ctaid_z:
        all(index[2]);
        break;
      case nctaid_x:
        all(what.grid[0]);
        break;
      case nctaid_y:
        all(what.grid[1]);
        break;
      case nctaid_z:
        all(what.grid[2]);
        break;
      case laneid:
        each([](int lane) { return static_cast<std::uint32_t>(lane); });
        break;
      case warpid:
        all(w.index);
        break;
      case nwarpid:
        all(what.device->threads_per_sm / lanes_per_warp);
        break;
      case smid:
        all(sm);
        break;
      case nsmid:
        all(what.device->sms);
        break;
      case lanemask_eq:
        each([](int lane) { return 1u << lane; });
        break;
      case lanemask_le:
        each([](int lane) { return (2u << lane) - 1; });
        break;
      case lanemask_lt:
        each([](int lane) { return (1u << lane) - 1; });
        break;
      case lanemask_ge:
        each([](int lane) { return ~((1u << lane) - 1); });
        break;
      case lanemask_gt:
        each([](int lane) { return ~((2u << lane) - 1); });
        break;
      case clusterid_x:
        all(index[0] / shape[0]);
        break;
      case clusterid_y:
        all(index[1] / shape[1]);
        break;
      case clusterid_z:
        all(index[2] / shape[2]);
        break;
      case nclusterid_x:
        all(what.grid[0] / shape[0]);
        break;
      case nclusterid_y:
        all(what.grid[1] / shape[1]);
        break;
      case nclusterid_z:
        all(what.grid[2] / shape[2]);
        break;
      case cluster_ctaid_x:
        all(index[0] % shape[0]);
        break;
      case cluster_ctaid_y:
        all(index[1] % shape[1]);
        break;
      case cluster_ctaid_z:
        all(index[2] % shape[2]);
        break;
      case cluster_nctaid_x:
        all(shape[0]);
        break;
      case cluster_nctaid_y:
        all(shape[1]);
        break;
      case cluster_nctaid_z:
        all(shape[2]);
        break;
      case cluster_ctarank:
        all(rank);
        break;
      case cluster_nctarank:
        all(run->cluster_size);
        break;
      case total_smem_size:
      case aggr_smem_size:
        all(run->shared_bytes);
        break;
      case dynamic_smem_size:
        all(what.dynamic_shared_bytes);
        break;
      case reserved_smem_offset_begin:
      case reserved_smem_offset_0:
        all(run->reserved_shared_offset);
        break;
      case reserved_smem_offset_1:
        all(run->reserved_shared_offset + 8);
        break;
      case reserved_smem_offset_end:
      case reserved_smem_offset_cap:
        all(run->reserved_shared_offset + what.device->shared_reserved);
        break;
      case envreg1:
        all(run->grid_workspace >> 32);
        break;
      case envreg2:
        all(run->grid_workspace);
        break;
      default:
        all(0);
        break;
    }
  }
}

bool block::complete(const block_barrier& barrier) const {
  if (barrier.expected == 0 && barrier.only_arrived == 0) return barrier.arrivals >= live_threads;
  int threads = 0;
  bool everyone = true;
  for (std::size_t n = 0; n < warps.size(); ++n) {
    const lane_mask missing = warps[n].live & ~barrier.arrived[n];
    everyone &= missing == 0;
    // A warp all of whose lanes have come counts as 32 threads, full or not (ISA 9.7.13.1).
    if (barrier.arrived[n] != 0) threads += missing == 0 ? lanes_per_warp : lane_count(barrier.arrived[n]);
  }
  return barrier.expected == 0 ? everyone : threads >= barrier.expected;
}

void block::take_into_use(block_barrier& barrier) {
  barrier.in_use = true;
  if (barrier.arrived.size() != warps.size()) barrier.arrived.assign(warps.size(), 0);
}

void block::arrive(warp& w, const instruction* i, int id, int expected, bool waits, lane_mask holds) {
  block_barrier& barrier = barrier_in_use(id);
  barrier.expected = expected;
  // Before Volta a warp arrives as a whole.
  const lane_mask lanes = run->lockstep ? w.live : w.active;
  barrier.arrivals += lane_count(lanes & ~barrier.arrived[w.index]);
  barrier.arrived[w.index] |= lanes;
  if ((i->flags & barrier_reduction_bits) != 0) {
    barrier.any |= (holds & w.active) != 0;
    barrier.all &= (holds & w.active) == w.active;
    barrier.count += lane_count(holds & w.active);
  }
  if (waits) {
    w.wait_at_barrier(i, id, i + 1);
  } else {
    barrier.only_arrived += lane_count(lanes);
  }
  if (complete(barrier)) release(id);
}

void block::release(int id) {
  block_barrier& barrier = barriers[static_cast<std::size_t>(id)];
  if (run->watched) {
    for (observer* listener : run->listening(observer::barriers)) {
      listener->barrier_releases({barrier_kind::block, linear, owner->linear, id, barrier.arrived});
    }
  }
  for (warp& w : warps) {
    lane_mask& arrived = barrier.arrived[w.index];
    if (arrived == 0) continue;
    arrived = 0;
    for (int n = 0; n < w.group_count; ++n) {
      lane_group& group = w.groups[static_cast<std::size_t>(n)];
      if (group.state != group_state::at_barrier || group.barrier != id) continue;
      group.state = group_state::ready;
      if ((group.arrived_at->flags & barrier_reduction_bits) != 0) deliver(barrier, w, group);
    }
  }
  barrier.in_use = false;
  barrier.arrivals = barrier.only_arrived = barrier.count = 0;
  barrier.all = true;
  barrier.any = false;
}

// The result of bar.red, which the instruction names in `flags`, for the lanes that waited.
void block::deliver(const block_barrier& barrier, warp& w, const lane_group& group) {
  const instruction& i = *group.arrived_at;
  const auto what = static_cast<barrier_reduction>(i.flags & barrier_reduction_bits);
  if (what == barrier_reduction::count) {
    std::uint32_t* const column = w.column<std::uint32_t>(i.operand[0]);
    for (lane_mask left = group.lanes; left != 0; left &= left - 1) {
      column[std::countr_zero(left)] = static_cast<std::uint32_t>(barrier.count);
    }
    return;
  }
  const bool holds = what == barrier_reduction::all ? barrier.all : barrier.any;
  lane_mask& column = *w.column<lane_mask>(i.operand[0]);
  column = holds ? column | group.lanes : column & ~group.lanes;
}

void block::lanes_exited(warp& w, lane_mask lanes) {
  live_threads -= lane_count(lanes);
  if (w.live == 0) --live_warps;
  for (int id = 0; id < barriers_per_block; ++id) {
    const block_barrier& barrier = barriers[static_cast<std::size_t>(id)];
    if (barrier.in_use && live_threads > 0 && complete(barrier)) release(id);
  }
  owner->complete_if_all_arrived();
}

}  // namespace warpfold::simt
