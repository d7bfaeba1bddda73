#include "warpfold/simt/model/occupancy.hpp"

#include <algorithm>

#include "warpfold/base/round_up.hpp"

namespace warpfold::simt {
namespace {

// Registers are given to warps in units of 256, shared memory to blocks in units of 128 bytes.
constexpr std::uint32_t register_unit = 256, shared_unit = 128;

}  // namespace

occupancy occupancy_of(const gpu& device, const block_demand& demand) {
  const std::uint64_t warps = (std::uint64_t{demand.threads} + 31) / 32;
  const std::uint64_t registers = warps * round_up(std::uint64_t{demand.registers_per_thread} * 32, register_unit);
  const std::uint64_t shared = round_up(std::uint64_t{demand.shared_bytes} + device.shared_reserved, shared_unit);
  occupancy result{device.blocks_per_sm, 0, "blocks"};
  const auto limit = [&](std::uint64_t blocks, std::string_view what) {
    if (blocks < result.blocks_per_sm) {
      result.blocks_per_sm = static_cast<std::uint32_t>(blocks);
      result.limited_by = what;
    }
  };
  if (warps > 0) limit(device.threads_per_sm / 32 / warps, "threads");
  if (registers > 0) limit(device.registers_per_sm / registers, "registers");
  if (demand.shared_bytes > device.shared_per_block) limit(0, "shared memory");
  if (shared > 0) limit(device.shared_per_sm / shared, "shared memory");
  const std::uint32_t per_gpc = device.sms / device.gpcs * result.blocks_per_sm / std::max(demand.cluster, 1u);
  result.clusters = demand.cluster <= 1 ? device.sms * result.blocks_per_sm : device.gpcs * per_gpc;
  return result;
}

std::uint32_t sm_of(const gpu& device, std::uint64_t cluster, std::uint32_t rank, std::uint32_t cluster_size) {
  if (cluster_size <= 1) return static_cast<std::uint32_t>(cluster % device.sms);
  const std::uint32_t sms_per_gpc = device.sms / device.gpcs;
  const auto gpc = static_cast<std::uint32_t>(cluster % device.gpcs);
  const std::uint64_t within = cluster / device.gpcs * cluster_size + rank;
  return gpc * sms_per_gpc + static_cast<std::uint32_t>(within % sms_per_gpc);
}

}  // namespace warpfold::simt
