// A small file that is always whole: it is read at once, and replaced at once.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "warpfold/files/file_descriptor.hpp"

namespace warpfold::files {

class kept_file {
 public:
  explicit kept_file(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  // All bytes; nothing where there is no such file. Throws error where it is not a regular file, cannot be read, or has
  // more than `most` bytes.
  std::optional<std::vector<std::byte>> read(std::size_t most) const;

  // Puts a file of these bytes in its place, with its permissions if it was there. Whoever reads it meanwhile, and
  // whatever fails, there is the old file or the new one. The caller holds the lock. Throws error where it cannot be
  // written.
  void replace(std::span<const std::byte> bytes) const;

  // The right to read and then replace files of the folder that it is in, behind all links, until the descriptor is
  // closed: waits for other processes that have it. Throws error where the folder cannot be locked.
  file_descriptor lock() const;

 private:
  std::string folder() const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
};

}  // namespace warpfold::files
