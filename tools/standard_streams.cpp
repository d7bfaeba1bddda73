#include "tools/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/write_all.hpp"

namespace warpfold::tools {
namespace {

bool write_text(int descriptor, std::string_view text) {
  return files::write_all(descriptor, std::as_bytes(std::span(text)));
}

}  // namespace

void reserve_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    // open() takes the lowest free descriptor, which is this one; the wrong direction makes every use fail.
    if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) return;
  }
}

void write_output(std::string_view text) {
  if (write_text(STDOUT_FILENO, text)) return;
  throw error(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

void write_remarks(std::string_view text) {
  write_text(STDERR_FILENO, text);
}

}  // namespace warpfold::tools
