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

  // All bytes, the first `most` where there are more; nothing where there is no such file. Throws error where it is not
  // a regular file or cannot be read.
  std::optional<std::vector<std::byte>> read(std::size_t most) const;

  // The right to read and then replace files of the folder that it is in, behind all links, until the descriptor is
  // closed: waits for other processes that have it. Throws error where the folder cannot be locked.
  file_descriptor lock() const;

 private:
  friend class kept_file_replacement;

  std::string folder() const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
};

// A file that is to take the place of another, with its permissions if it was there. Whoever reads it meanwhile,
// and whatever fails, there is the old file or the new one. The caller holds the lock until it has.
class kept_file_replacement {
 public:
  // Writes it beside the old one. Throws error where it cannot be written.
  kept_file_replacement(kept_file file, std::span<const std::byte> bytes);
  // Takes it away again, unless it was put in place.
  ~kept_file_replacement();
  kept_file_replacement(const kept_file_replacement&) = delete;
  kept_file_replacement& operator=(const kept_file_replacement&) = delete;
  // Throws error where that is refused.
  void put_in_place();

 private:
  // Whether all could be written; errno says why not.
  bool written(std::span<const std::byte> bytes) const;
  [[noreturn]] void fail(const char* what) const;

  kept_file file_;
  std::string target_;  // behind all links
  std::string beside_;
  bool in_place_ = false;
};

}  // namespace warpfold::files
