#include "warpfold/files/mapping.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace warpfold::files {

std::unique_ptr<mapping> mapping::of(const input& source) {
  if (!source.size()) return nullptr;
  const auto size = static_cast<std::size_t>(*source.size());
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, source.descriptor(), 0);
  if (address == MAP_FAILED) return nullptr;
  // Deep read-ahead where the file is not in the page cache. Where it is, faulting pages in as they are read was
  // measured to be faster than asking for them beforehand (MAP_POPULATE, MADV_POPULATE_READ) and than read().
  ::madvise(address, size, MADV_SEQUENTIAL);
  return std::unique_ptr<mapping>(new mapping(static_cast<const std::byte*>(address), size));
}

mapping::mapping(const std::byte* address, std::size_t size) : pages_(address, unmap{size}), guard_(address, size) {}

void mapping::unmap::operator()(const std::byte* address) const {
  ::munmap(const_cast<std::byte*>(address), size);
}

void mapping::release(std::span<const std::byte> part) const {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(part.data()) & ~(page - 1);
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) & ~(page - 1);
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace warpfold::files
