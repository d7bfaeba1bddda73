// Bytes that arrive one after another: a file, a pipe, a decompressed member of an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpfold::files {

class byte_source {
 public:
  virtual ~byte_source() = default;

  // Reads at least one byte into `target`, which is not empty, and returns how many; 0 only at the end.
  // Throws error where the bytes cannot be read.
  virtual std::size_t read(std::span<std::byte> target) = 0;

  // The bytes there are from first to last, where that is known beforehand.
  virtual std::optional<std::int64_t> size() const { return std::nullopt; }

  // Throws error where what was read is no longer what the source holds.
  virtual void verify() const {}
};

// Fills `target` as far as the source reaches and returns how many bytes that was.
inline std::size_t read_fully(byte_source& source, std::span<std::byte> target) {
  std::size_t filled = 0;
  while (filled < target.size()) {
    const std::size_t count = source.read(target.subspan(filled));
    if (count == 0) break;
    filled += count;
  }
  return filled;
}

}  // namespace warpfold::files
