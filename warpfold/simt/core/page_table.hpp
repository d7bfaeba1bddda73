// Where the pages of a managed allocation are, and what moving them cost.
#pragma once

#include <cstdint>
#include <vector>

namespace warpfold::simt {

enum class page_location : std::uint8_t { nowhere, host, device };  // nowhere: not touched yet

// cudaMemAdvise.
enum class memory_advice : std::uint8_t { none, read_mostly, prefer_host, prefer_device };

struct page_counts {
  std::uint64_t device_faults = 0, host_faults = 0;                // touches of a page that was not there
  std::uint64_t to_device = 0, to_host = 0;                        // pages moved or copied by faults
  std::uint64_t prefetched_to_device = 0, prefetched_to_host = 0;  // pages moved by prefetch
};

// A touch by one side of a page that is on the other faults and moves it there. Read-mostly pages are copied instead:
// reads then find them on both sides, until a write invalidates the other side's copy. Pages that are advised to stay
// on the other side are mapped across the bus: read and written in place, without a fault.
class page_table {
 public:
  static constexpr std::uint64_t page_bytes = 65536;  // what the driver moves for one fault

  page_table(std::uint64_t address, std::uint64_t size);

  // Both return the number of faults. The range must lie within the allocation.
  int touch_from_device(std::uint64_t address, std::uint64_t bytes, bool write);
  int touch_from_host(std::uint64_t address, std::uint64_t bytes, bool write);

  void prefetch(std::uint64_t address, std::uint64_t bytes, page_location to);
  void advise(std::uint64_t address, std::uint64_t bytes, memory_advice advice);

  const page_counts& counts() const { return counts_; }
  page_location location(std::uint64_t address) const { return pages_[page_of(address)].at; }

 private:
  struct page {
    page_location at = page_location::nowhere;
    memory_advice advice = memory_advice::none;
    bool copied = false;  // read-mostly, and on both sides
  };

  std::size_t page_of(std::uint64_t address) const {
    return static_cast<std::size_t>((address - address_) / page_bytes);
  }
  int touch(std::uint64_t address, std::uint64_t bytes, bool write, page_location side);

  std::uint64_t address_;
  std::vector<page> pages_;
  page_counts counts_;
};

}  // namespace warpfold::simt
