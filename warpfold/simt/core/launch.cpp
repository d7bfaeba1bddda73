#include "warpfold/simt/core/launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "warpfold/base/error.hpp"
#include "warpfold/simt/core/launch_run.hpp"
#include "warpfold/simt/model/occupancy.hpp"

namespace warpfold::simt {
namespace {

// Fewer clusters than this for each thread of the host are not worth starting one.
constexpr std::uint64_t clusters_per_host_thread = 8;

// What the clusters that are resident at once may take of the host's memory, if more than one is.
constexpr std::uint64_t host_bytes_for_clusters = std::uint64_t{4} << 30;

std::uint64_t product(const dimensions& d) {
  return std::uint64_t{d[0]} * d[1] * d[2];
}

std::string spelled(const dimensions& d) {
  return fmt::format("{},{},{}", d[0], d[1], d[2]);
}

void check_shape(const program& kernel, const launch& what) {
  const std::string& name = kernel.kernel->name;
  const auto refuse = [&](const std::string& why) { throw error(fmt::format("launch of {}: {}", name, why)); };
  if (!kernel.unsupported.empty()) refuse(kernel.unsupported);
  if (product(what.grid) == 0 || what.grid[0] > 0x7fffffffu || what.grid[1] > 65535 || what.grid[2] > 65535) {
    refuse(fmt::format("grid {}: expected 1 to 2147483647,65535,65535", spelled(what.grid)));
  }
  if (what.block[0] > 1024 || what.block[1] > 1024 || what.block[2] > 64 || product(what.block) == 0 ||
      product(what.block) > 1024) {
    refuse(fmt::format("block {}: expected 1 to 1024 threads", spelled(what.block)));
  }
  const auto& required = kernel.kernel->required_threads;
  if (required[0] > 0 && product(what.block) != static_cast<std::uint64_t>(required[0]) * std::max(required[1], 1) *
                                                    std::max(required[2], 1)) {
    refuse(fmt::format("block {}: the kernel requires {},{},{}", spelled(what.block), required[0], required[1],
                       required[2]));
  }
  const auto& most = kernel.kernel->maximum_threads;
  if (most[0] > 0 &&
      product(what.block) > static_cast<std::uint64_t>(most[0]) * std::max(most[1], 1) * std::max(most[2], 1)) {
    refuse(fmt::format("block {}: the kernel allows at most {},{},{}", spelled(what.block), most[0], most[1], most[2]));
  }
}

void check_cluster(const launch_run& run) {
  const auto refuse = [&](const std::string& why) {
    throw error(fmt::format("launch of {}: {}", run.kernel.kernel->name, why));
  };
  for (std::size_t d = 0; d < 3; ++d) {
    if (run.cluster_shape[d] == 0 || run.what.grid[d] % run.cluster_shape[d] != 0) {
      refuse(fmt::format("cluster {}: does not divide grid {}", spelled(run.cluster_shape), spelled(run.what.grid)));
    }
  }
  if (run.cluster_size > std::max(run.what.device->largest_cluster, 1u)) {
    refuse(fmt::format("cluster of {} blocks: {} has at most {}", run.cluster_size, run.what.device->name,
                       run.what.device->largest_cluster));
  }
}

// The registers of a thread are an estimate: it never keeps a block from being placed.
std::uint32_t registers_for(const launch_run& run) {
  const std::uint32_t threads = (run.threads + lanes_per_warp - 1) / lanes_per_warp * lanes_per_warp;
  const std::uint32_t most = run.what.device->registers_per_sm / threads / 8 * 8;
  return std::min(static_cast<std::uint32_t>(run.kernel.registers_per_thread), most);
}

// How many clusters the host should hold at once, at least one.
std::uint64_t clusters_in_host_memory(const launch_run& run) {
  const program& kernel = run.kernel;
  const std::uint64_t of_warp = std::uint64_t{kernel.register_bytes} + kernel.special_bytes +
                                std::uint64_t{kernel.local_bytes} * kernel.local_frames * lanes_per_warp;
  const std::uint64_t warps = (run.threads + lanes_per_warp - 1) / lanes_per_warp;
  const std::uint64_t of_cluster = (warps * (of_warp + sizeof(warp)) + run.shared_bytes) * run.cluster_size;
  return std::max<std::uint64_t>(host_bytes_for_clusters / of_cluster, 1);
}

// Where shared memory ends up, and whether the device has room for the launch.
void place_blocks(launch_run& run) {
  const std::uint64_t begin = (std::uint64_t{run.kernel.static_shared_bytes} + 15) / 16 * 16;
  const std::uint64_t bytes = run.what.dynamic_shared_bytes == 0 && run.kernel.dynamic_shared_alignment == 1
                                  ? run.kernel.static_shared_bytes
                                  : std::uint64_t{run.kernel.static_shared_bytes} + run.what.dynamic_shared_bytes;
  const gpu& device = *run.what.device;
  if (bytes > device.shared_per_block) {
    throw error(fmt::format("launch of {}: {} bytes of shared memory, {} has at most {} for a block",
                            run.kernel.kernel->name, bytes, device.name, device.shared_per_block));
  }
  run.shared_bytes = static_cast<std::uint32_t>(bytes);
  const auto& specials = run.kernel.specials;
  const bool reads_reserved = std::ranges::any_of(specials, [](const placed_special& s) {
    return s.which >= special_register::reserved_smem_offset_begin &&
           s.which <= special_register::reserved_smem_offset_1;
  });
  if (reads_reserved) {
    run.reserved_shared_offset = static_cast<std::uint32_t>(std::max(begin, (bytes + 15) / 16 * 16));
    run.shared_bytes = run.reserved_shared_offset + device.shared_reserved;
  }
  const occupancy fits =
      occupancy_of(device, {run.threads, registers_for(run), static_cast<std::uint32_t>(bytes), run.cluster_size});
  if (fits.clusters == 0) {
    throw error(fmt::format("launch of {}: a {} of {} threads does not fit on {} (limited by {})",
                            run.kernel.kernel->name, run.cluster_size > 1 ? "cluster of blocks" : "block", run.threads,
                            device.name, fits.limited_by));
  }
  run.resident_clusters =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(fits.clusters, clusters_in_host_memory(run)));
  if (run.what.cooperative && run.cluster_count > fits.clusters) {
    throw error(fmt::format("cooperative launch of {}: {} blocks, {} holds {} at once", run.kernel.kernel->name,
                            run.cluster_count * run.cluster_size, device.name,
                            std::uint64_t{fits.clusters} * run.cluster_size));
  }
}

bool uses_managed_memory(const memory& global) {
  return std::ranges::any_of(global.allocations(), [](const auto& entry) {
    return !entry.second.freed && entry.second.kind == memory_kind::managed;
  });
}

unsigned host_threads_for(const launch_run& run) {
  if (run.watched || run.seeded() || run.what.limit || !run.kernel.independent_blocks || run.what.cooperative) return 1;
  if (uses_managed_memory(run.global)) return 1;
  const unsigned wanted = run.what.host_threads != 0 ? run.what.host_threads : std::thread::hardware_concurrency();
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(run.cluster_count / clusters_per_host_thread, 1, std::max(wanted, 1u)));
}

}  // namespace

launch_outcome run(const program& kernel, const launch& what, memory& global) {
  check_shape(kernel, what);
  std::atomic<std::uint64_t> next_cluster{0};
  launch_run first(kernel, what, global);
  check_cluster(first);
  place_blocks(first);
  if (what.cooperative) first.grid_workspace = global.allocate(64, memory_kind::device, "grid.sync workspace");
  first.next_cluster = &next_cluster;

  launch_outcome outcome;
  const unsigned host_threads = host_threads_for(first);
  first.parallel = host_threads > 1;
  const launch_event event{&kernel,        what.device, what.grid, what.block, first.cluster_shape, first.shared_bytes,
                           first.lockstep, &global};
  for (observer* one : what.observers) one->launch_begins(event);

  // Of threads that fail, the one with the lowest cluster is right: it failed as it would have alone.
  std::mutex failing;
  std::uint64_t failed_cluster = ~std::uint64_t{0};
  std::exception_ptr failure;
  const auto run_all = [&](launch_run& mine) {
    try {
      mine.run_clusters();
    } catch (const guest_error& failed) {
      const std::lock_guard lock(failing);
      next_cluster = mine.cluster_count;
      if (mine.failing_cluster() < failed_cluster) {
        failed_cluster = mine.failing_cluster();
        outcome.error = failed.what();
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      next_cluster = mine.cluster_count;
      failure = std::current_exception();
    }
  };
  std::vector<launch_run> others(host_threads - 1, first);
  {
    std::vector<std::jthread> threads;
    for (launch_run& other : others) threads.emplace_back([&run_all, &other] { run_all(other); });
    run_all(first);
  }
  if (failure) std::rethrow_exception(failure);

  for (launch_run& other : others) {
    if (first.deadlock.empty() || (!other.deadlock.empty() && other.deadlock[0].block < first.deadlock[0].block)) {
      first.deadlock = std::move(other.deadlock);
    }
  }
  if (!first.deadlock.empty()) {
    outcome.error = fmt::format("{}: deadlock: no thread can go on", kernel.kernel->name);
    for (observer* one : what.observers) one->deadlock(first.deadlock);
    outcome.deadlock = std::move(first.deadlock);
  }
  for (observer* one : what.observers) one->launch_ends();
  if (first.grid_workspace != 0) global.release(first.grid_workspace);
  outcome.printed = std::move(first.printed);
  outcome.warp_instructions = first.executed();
  for (const launch_run& other : others) outcome.warp_instructions += other.executed();
  return outcome;
}

}  // namespace warpfold::simt
