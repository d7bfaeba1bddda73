// A file without a name, which is gone when its descriptor is closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "warpfold/files/byte_source.hpp"
#include "warpfold/files/file_descriptor.hpp"
#include "warpfold/files/input.hpp"

namespace warpfold::files {

class temporary_file {
 public:
  // In $TMPDIR, else in /var/tmp, which unlike /tmp is meant for large files. Throws error where that is not writable.
  temporary_file();

  // Throws error where the disk is full.
  void append(std::span<const std::byte> bytes);

  // Ends writing: the file, opened for reading, called `name` in messages.
  input finish(const std::string& name) &&;

 private:
  file_descriptor descriptor_;
};

// A temporary file that holds everything `source` still has to give.
temporary_file spool(byte_source& source);

}  // namespace warpfold::files
