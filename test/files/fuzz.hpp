// What the fuzz targets of the readers share: bytes in, an array or an error out.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "warpfold/files/array_file.hpp"

namespace warpfold::test {

inline volatile unsigned every_byte;  // so that reading has a use

// Reads every byte of every piece, of which there must be as many as the shape says.
inline void read_everything(const std::string& path, const files::open_options& choice) {
  try {
    const auto file = files::open(path, choice);
    std::int64_t elements = 0;
    unsigned sum = 0;
    file->for_each_piece([&](const array_view& piece) {
      elements += piece.size();
      for (std::int64_t i = 0; i < piece.bytes(); ++i) sum += static_cast<unsigned>(piece.data()[i]);
    });
    every_byte = sum;
    if (elements != element_count(file->shape().value())) std::abort();
  } catch (const error&) {
    // What is wrong with the bytes is said: that is all that is asked.
  }
}

inline std::string path_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

inline void read_as_file(const std::uint8_t* data, std::size_t size, const files::open_options& choice) {
  const int descriptor = ::memfd_create("fuzz", 0);
  if (::write(descriptor, data, size) == static_cast<ssize_t>(size)) read_everything(path_of(descriptor), choice);
  ::close(descriptor);
}

// As much as a pipe holds without a reader.
inline void read_as_pipe(const std::uint8_t* data, std::size_t size, const files::open_options& choice) {
  int ends[2];
  if (size > 65536 || ::pipe2(ends, O_NONBLOCK) != 0) return;
  const bool written = ::write(ends[1], data, size) == static_cast<ssize_t>(size);
  ::close(ends[1]);
  if (written) read_everything(path_of(ends[0]), choice);
  ::close(ends[0]);
}

}  // namespace warpfold::test
