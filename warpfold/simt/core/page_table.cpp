#include "warpfold/simt/core/page_table.hpp"

namespace warpfold::simt {

page_table::page_table(std::uint64_t address, std::uint64_t size)
    : address_(address), pages_(static_cast<std::size_t>((size + page_bytes - 1) / page_bytes)) {}

int page_table::touch_from_device(std::uint64_t address, std::uint64_t bytes, bool write) {
  const int faults = touch(address, bytes, write, page_location::device);
  counts_.device_faults += static_cast<std::uint64_t>(faults);
  return faults;
}

int page_table::touch_from_host(std::uint64_t address, std::uint64_t bytes, bool write) {
  const int faults = touch(address, bytes, write, page_location::host);
  counts_.host_faults += static_cast<std::uint64_t>(faults);
  return faults;
}

int page_table::touch(std::uint64_t address, std::uint64_t bytes, bool write, page_location side) {
  if (bytes == 0) return 0;
  const memory_advice stays_there =
      side == page_location::device ? memory_advice::prefer_host : memory_advice::prefer_device;
  std::uint64_t& moved = side == page_location::device ? counts_.to_device : counts_.to_host;
  int faults = 0;
  for (std::size_t n = page_of(address); n <= page_of(address + bytes - 1); ++n) {
    page& touched = pages_[n];
    if (touched.at == side || (touched.copied && !write)) {
      if (write) touched.copied = false;
      continue;
    }
    if (touched.at != page_location::nowhere && touched.advice == stays_there) continue;
    ++faults;
    if (touched.at != page_location::nowhere) ++moved;
    if (touched.advice == memory_advice::read_mostly && !write && touched.at != page_location::nowhere) {
      touched.copied = true;
      continue;
    }
    touched.at = side;
    touched.copied = false;
  }
  return faults;
}

void page_table::prefetch(std::uint64_t address, std::uint64_t bytes, page_location to) {
  if (bytes == 0) return;
  std::uint64_t& moved = to == page_location::device ? counts_.prefetched_to_device : counts_.prefetched_to_host;
  for (std::size_t n = page_of(address); n <= page_of(address + bytes - 1); ++n) {
    page& fetched = pages_[n];
    if (fetched.at == to || fetched.copied) continue;
    ++moved;
    if (fetched.advice == memory_advice::read_mostly && fetched.at != page_location::nowhere) {
      fetched.copied = true;
    } else {
      fetched.at = to;
    }
  }
}

void page_table::advise(std::uint64_t address, std::uint64_t bytes, memory_advice advice) {
  if (bytes == 0) return;
  for (std::size_t n = page_of(address); n <= page_of(address + bytes - 1); ++n) pages_[n].advice = advice;
}

}  // namespace warpfold::simt
