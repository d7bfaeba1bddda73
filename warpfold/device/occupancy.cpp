#include "warpfold/device/occupancy.hpp"

#include <algorithm>
#include <limits>

#include "warpfold/base/round_up.hpp"

namespace warpfold::devices {
namespace {

// How often `each` goes into `all`.
int times(std::size_t all, std::size_t each) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return each == 0 ? static_cast<int>(most) : static_cast<int>(std::min(most, all / each));
}

}  // namespace

std::array<resource_limit, 4> occupancy_limits(const properties& machine, const kernel_resources& kernel, int threads,
                                               std::size_t shared_bytes) {
  constexpr std::size_t register_unit = 256, shared_unit = 128;
  const auto warp_size = static_cast<std::size_t>(machine.warp_size);
  const std::size_t warps = round_up(static_cast<std::size_t>(threads), warp_size) / warp_size;
  const std::size_t registers = warps * round_up(static_cast<std::size_t>(kernel.registers) * warp_size, register_unit);
  const std::size_t asked = kernel.static_shared_bytes + shared_bytes;
  const std::size_t shared = round_up(asked + machine.shared_bytes_reserved, shared_unit);
  const bool fits = asked <= machine.shared_bytes_per_block_opt_in;
  return {{{"threads", times(static_cast<std::size_t>(machine.max_threads_per_sm), warps * warp_size)},
           {"blocks", machine.max_blocks_per_sm},
           {"registers", times(static_cast<std::size_t>(machine.registers_per_sm), registers)},
           {"shared memory", fits ? times(machine.shared_bytes_per_sm, shared) : 0}}};
}

const resource_limit& tightest(const std::array<resource_limit, 4>& limits) {
  return *std::min_element(limits.begin(), limits.end(),
                           [](const resource_limit& a, const resource_limit& b) { return a.blocks < b.blocks; });
}

}  // namespace warpfold::devices
