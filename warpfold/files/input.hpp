// A path or standard input, opened before anything is known of what it holds.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "warpfold/files/byte_source.hpp"
#include "warpfold/files/file_descriptor.hpp"

namespace warpfold::files {

class input final : public byte_source {
 public:
  // Opens `path`, "-" being standard input. Throws error where it is not a readable file, pipe, socket or terminal.
  static input open(const std::string& path);

  // Throws error where `descriptor` is a directory or a device.
  input(file_descriptor descriptor, std::string name);

  const std::string& name() const { return name_; }
  int descriptor() const { return descriptor_.number(); }

  // Up to `count` of the bytes that read() returns next, fewer only at the end.
  std::span<const std::byte> peek(std::size_t count);

  std::size_t read(std::span<std::byte> target) override;

  // The length of a regular file; nothing for what arrives as it is written.
  std::optional<std::int64_t> size() const override;

  // Throws error where a regular file's length or time of modification is not what it was when opened.
  void verify() const override;

 private:
  std::size_t read_descriptor(std::span<std::byte> target);

  file_descriptor descriptor_;
  std::string name_;
  struct stat opened_ {};
  bool seekable_ = false;  // a regular file, opened at its start
  std::vector<std::byte> peeked_;
  std::size_t peeked_used_ = 0;
};

}  // namespace warpfold::files
