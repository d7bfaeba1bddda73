// Global, constant and host memory as the guest sees it: allocations in one address space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "warpfold/simt/core/page_table.hpp"

namespace warpfold::simt {

enum class memory_kind : std::uint8_t {
  device,
  host,      // pageable: kernels must not touch it
  pinned,    // of the host, and kernels may touch it
  managed,   // migrates to whoever touches it
  constant,  // kernels must not write it
};

struct allocation {
  int id = 0;  // in order of allocation, from 0
  memory_kind kind = memory_kind::device;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::string name;  // of the variable; empty for memory allocated at run time
  bool freed = false;
  std::unique_ptr<std::byte[], decltype(&std::free)> bytes{nullptr, &std::free};
  std::optional<page_table> pages;  // of managed memory
  // What the host has written: disjoint ranges [first, second) of addresses.
  std::map<std::uint64_t, std::uint64_t> host_writes;

  std::uint64_t end() const { return address + size; }
};

class memory {
 public:
  // Bytes start as zeros. Addresses are multiples of `alignment` (a power of two) and never given twice, so that a use
  // after free is seen; allocations lie apart, so that an overrun is. Throws if the host has no room.
  std::uint64_t allocate(std::uint64_t size, memory_kind kind, std::string name = {}, std::uint64_t alignment = 256);

  // Throws unless `address` is what allocate returned and not freed yet.
  void release(std::uint64_t address);

  // The allocation, live or freed, whose bytes or following gap contain the address; null if there is none.
  allocation* find(std::uint64_t address);
  const allocation* find(std::uint64_t address) const { return const_cast<memory*>(this)->find(address); }

  // cudaMemcpy to and from the guest: any kind. Throws unless the range lies within one live allocation.
  void write(std::uint64_t address, std::span<const std::byte> data);
  void read(std::uint64_t address, std::span<std::byte> data) const;

  // Whether the host has written all of these bytes. Variables of a module count as written: they have initial values.
  bool written_by_host(std::uint64_t address, std::uint64_t bytes) const;
  // From here on everything allocated so far counts as written, as after a launch that nobody watched.
  void assume_written();

  // By address. Freed ones stay, without their bytes.
  const std::map<std::uint64_t, allocation>& allocations() const { return allocations_; }

 private:
  static void mark_written(allocation& owner, std::uint64_t begin, std::uint64_t end);
  std::byte* bytes_at(std::uint64_t address, std::uint64_t size) const;

  std::map<std::uint64_t, allocation> allocations_;
  std::uint64_t next_ = 0x0000'7000'0000'0000 + 0x10000;
};

}  // namespace warpfold::simt
