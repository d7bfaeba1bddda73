#include "ladder/measurement.hpp"

namespace warpfold::ladder {

occupancy occupancy_of(const workbench::prepared& sum, const devices::properties& machine) {
  const workbench::launch& first = sum.front();
  const devices::kernel_resources needs = first.kernel->resources();
  const int threads = static_cast<int>(first.shape.block.volume());
  occupancy found;
  found.registers = needs.registers;
  found.shared_bytes = needs.static_shared_bytes + first.shape.shared_bytes;
  found.blocks_per_sm = first.kernel->blocks_per_sm(threads, first.shape.shared_bytes);
  if (machine.max_threads_per_sm > 0) {
    found.share = static_cast<double>(found.blocks_per_sm * threads) / machine.max_threads_per_sm;
  }
  return found;
}

std::uint64_t additions_in_sequence(const workbench::prepared& sum, std::uint64_t n) {
  constexpr std::uint64_t trees = 64;  // of vectors, warps and blocks, in every launch
  const devices::launch_shape& first = sum.front().shape;
  // The partial sums of all blocks may be added one after another.
  return divide_up(n, first.grid.volume() * first.block.volume()) + first.grid.volume() + trees;
}

times time(stopwatch& watch, const std::function<void()>& work, std::size_t bytes) {
  constexpr std::size_t many_bytes = std::size_t{1} << 30;
  const int repetitions = bytes >= many_bytes ? 9 : 31;
  return {watch.cold(work, repetitions), watch.warm(work, repetitions)};
}

times time(workbench& bench, stopwatch& watch, const workbench::prepared& sum, std::uint64_t n) {
  return time(
      watch, [&] { bench.run(sum); }, n * size_of(bench.type()));
}

}  // namespace warpfold::ladder
