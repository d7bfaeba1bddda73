// Reading a mapped file that somebody cuts short raises SIGBUS. A bus_guard turns that into a flag.
#pragma once

#include <cstddef>

namespace warpfold::files {

// While it lives, a read in [begin, begin + bytes) that the kernel cannot serve finds zeros from that page on, and
// tripped() becomes true: whoever reads asks afterwards. Any number of guards may live at once, on any thread.
//
// The first guard installs a handler for SIGBUS, which passes everything that is not a guard's on to the handler there
// was before; the last guard puts that one back, unless somebody has installed another meanwhile.
class bus_guard {
 public:
  bus_guard(const std::byte* begin, std::size_t bytes);
  bus_guard(const bus_guard&) = delete;
  bus_guard& operator=(const bus_guard&) = delete;
  ~bus_guard();

  bool tripped() const;

  struct region;

 private:
  region* region_;
};

}  // namespace warpfold::files
