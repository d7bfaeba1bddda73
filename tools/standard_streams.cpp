#include "tools/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"

namespace warpfold::tools {
namespace {

// Writes to a descriptor until all is written; returns 0 or the errno of the failure.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
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
  if (const int failure = write_all(STDOUT_FILENO, text)) {
    throw error(fmt::format("standard output cannot be written: {}", std::strerror(failure)));
  }
}

void write_remarks(std::string_view text) {
  write_all(STDERR_FILENO, text);
}

}  // namespace warpfold::tools
