#include "warpfold/reduce/gpu/residence.hpp"

#include <fmt/format.h>

#include "warpfold/base/error.hpp"

namespace warpfold::gpu {

using devices::memory_kind;

std::optional<memory_kind> kind_of(devices::machine& machine, const cpu::walk& elements, std::size_t input) {
  const bool hosted = elements.where(input).type == device_type::cpu;
  if (hosted && !machine.shares_host_pointers()) return std::nullopt;
  const auto [first, end] = elements.footprint(input);
  const std::optional<memory_kind> kind = machine.kind_at(address_of(first));
  const bool whole = machine.kind_at(address_of(end) - 1) == kind;
  if (first == nullptr || (!hosted && !kind) || !whole) {
    throw error(fmt::format("array at {} to {} is not in memory that {} can reach", fmt::ptr(first), fmt::ptr(end),
                            machine.about().name));
  }
  return kind;
}

bool is_resident(const devices::machine& machine, std::optional<memory_kind> kind) {
  return kind && (kind != memory_kind::pinned || !machine.shares_host_pointers());
}

}  // namespace warpfold::gpu
