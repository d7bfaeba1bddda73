#include "warpfold/simt/core/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "warpfold/base/error.hpp"
#include "warpfold/base/round_up.hpp"
#include "warpfold/simt/core/address_space.hpp"

namespace warpfold::simt {
namespace {

// Between allocations, so that an access past the end of one does not hit the next.
constexpr std::uint64_t gap = 4096;

}  // namespace

std::uint64_t memory::allocate(std::uint64_t size, memory_kind kind, std::string name, std::uint64_t alignment) {
  if (!std::has_single_bit(alignment)) throw error(fmt::format("alignment {}: expected a power of two", alignment));
  // Managed memory starts at a page, as a page belongs to one allocation.
  if (kind == memory_kind::managed) alignment = std::max(alignment, page_table::page_bytes);
  const std::uint64_t address = round_up(next_, alignment);
  if (size > global_end - address || gap > global_end - address - size) {
    throw error(fmt::format("allocation of {} bytes: no room in the address space", size));
  }
  allocation made;
  made.id = static_cast<int>(allocations_.size());
  made.kind = kind;
  made.address = address;
  made.size = size;
  made.name = std::move(name);
  // calloc: large allocations take memory of the host only where they are touched.
  made.bytes.reset(static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(size, 1), 1)));
  if (made.bytes == nullptr) throw error(fmt::format("allocation of {} bytes: the host has no room", size));
  if (kind == memory_kind::managed) made.pages.emplace(address, size);
  if (!made.name.empty()) mark_written(made, address, address + size);
  next_ = address + size + gap;
  allocations_.emplace(address, std::move(made));
  return address;
}

void memory::release(std::uint64_t address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end()) throw error(fmt::format("free of {:#x}: not the start of an allocation", address));
  if (found->second.freed) throw error(fmt::format("free of {:#x}: freed before", address));
  found->second.freed = true;
  found->second.bytes.reset();
}

allocation* memory::find(std::uint64_t address) {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  allocation& candidate = std::prev(after)->second;
  return address - candidate.address < candidate.size + gap ? &candidate : nullptr;
}

std::byte* memory::bytes_at(std::uint64_t address, std::uint64_t size) const {
  const allocation* owner = find(address);
  if (owner == nullptr) throw error(fmt::format("{} bytes at {:#x}: not allocated", size, address));
  if (owner->freed) throw error(fmt::format("{} bytes at {:#x}: freed before", size, address));
  const std::uint64_t offset = address - owner->address;
  if (offset > owner->size || size > owner->size - offset) {
    throw error(fmt::format("{} bytes at {:#x}: past the end of an allocation of {} bytes at {:#x}", size, address,
                            owner->size, owner->address));
  }
  return owner->bytes.get() + offset;
}

void memory::write(std::uint64_t address, std::span<const std::byte> data) {
  if (data.empty()) return;
  std::memcpy(bytes_at(address, data.size()), data.data(), data.size());
  mark_written(*find(address), address, address + data.size());
}

void memory::read(std::uint64_t address, std::span<std::byte> data) const {
  if (!data.empty()) std::memcpy(data.data(), bytes_at(address, data.size()), data.size());
}

void memory::mark_written(allocation& owner, std::uint64_t begin, std::uint64_t end) {
  auto& ranges = owner.host_writes;
  // Merge with every range that the new one touches.
  auto range = ranges.upper_bound(begin);
  if (range != ranges.begin() && std::prev(range)->second >= begin) --range;
  while (range != ranges.end() && range->first <= end) {
    begin = std::min(begin, range->first);
    end = std::max(end, range->second);
    range = ranges.erase(range);
  }
  ranges.emplace(begin, end);
}

bool memory::written_by_host(std::uint64_t address, std::uint64_t bytes) const {
  const allocation* owner = find(address);
  if (owner == nullptr) return false;
  const auto after = owner->host_writes.upper_bound(address);
  return after != owner->host_writes.begin() && std::prev(after)->second >= address + bytes;
}

void memory::assume_written() {
  for (auto& [address, owner] : allocations_) mark_written(owner, address, owner.end());
}

}  // namespace warpfold::simt
