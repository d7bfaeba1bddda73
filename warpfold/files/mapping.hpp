// A regular file's bytes as memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "warpfold/files/bus_guard.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

class mapping {
 public:
  // Maps the whole of `source`; null where it is not a regular file or its file system maps nothing.
  static std::unique_ptr<mapping> of(const input& source);

  // Always safe to read. Where the file has become shorter than it was, zeros are read and cut_short() becomes true.
  std::span<const std::byte> bytes() const { return {pages_.get(), pages_.get_deleter().size}; }
  bool cut_short() const { return guard_.tripped(); }

  // Says that the bytes of `part` and those before them on its first page are not needed again soon, so that they do
  // not count as this process's memory.
  void release(std::span<const std::byte> part) const;

 private:
  struct unmap {
    std::size_t size;
    void operator()(const std::byte* address) const;
  };

  mapping(const std::byte* address, std::size_t size);

  std::unique_ptr<const std::byte, unmap> pages_;
  bus_guard guard_;  // gone before the pages are
};

}  // namespace warpfold::files
