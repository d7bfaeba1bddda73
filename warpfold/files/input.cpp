#include "warpfold/files/input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

[[noreturn]] void fail_with_errno(const std::string& name, const char* what) {
  throw error(fmt::format("{}: {}: {}", name, what, std::strerror(errno)));
}

file_descriptor open_path(const std::string& path, const std::string& name) {
  int number = -1;
  do {
    number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (number < 0 && errno == EINTR);
  if (number < 0) fail_with_errno(name, "cannot be opened");
  return file_descriptor(number);
}

file_descriptor duplicate_standard_input(const std::string& name) {
  const int number = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  if (number < 0) fail_with_errno(name, "cannot be opened");
  return file_descriptor(number);
}

bool is_null_device(const struct stat& about) {
  struct stat null {};
  return ::stat("/dev/null", &null) == 0 && about.st_rdev == null.st_rdev;
}

// What the descriptor is if it cannot be read as a file, else null. The null device reads as an empty one.
const char* unreadable_kind(const struct stat& about, int descriptor) {
  if (S_ISDIR(about.st_mode)) return "a directory";
  if (S_ISBLK(about.st_mode)) return "a block device";
  if (S_ISCHR(about.st_mode) && ::isatty(descriptor) == 0 && !is_null_device(about)) return "a character device";
  return nullptr;
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

input input::open(const std::string& path) {
  if (path == "-") {
    const std::string name = "standard input";
    return {duplicate_standard_input(name), name};
  }
  if (path.find('\0') != std::string::npos) throw error("file name has a NUL character, expected a path");
  const std::string name = printable(path, 4096);
  return {open_path(path, name), name};
}

input::input(file_descriptor descriptor, std::string name)
    : descriptor_(std::move(descriptor)), name_(std::move(name)) {
  if (::fstat(descriptor_.number(), &opened_) != 0) fail_with_errno(name_, "cannot be examined");
  if (const char* kind = unreadable_kind(opened_, descriptor_.number())) {
    throw error(fmt::format("{}: is {}, expected a file or a pipe", name_, kind));
  }
  // Files that the kernel makes up as they are read (/proc) are regular and state no length.
  seekable_ = S_ISREG(opened_.st_mode) && opened_.st_size > 0 && ::lseek(descriptor_.number(), 0, SEEK_CUR) == 0;
}

std::size_t input::read_descriptor(std::span<std::byte> target) {
  ssize_t count = -1;
  do {
    count = ::read(descriptor_.number(), target.data(), target.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) fail_with_errno(name_, "cannot be read");
  return static_cast<std::size_t>(count);
}

std::span<const std::byte> input::peek(std::size_t count) {
  std::size_t held = peeked_.size() - peeked_used_;
  if (held < count) {
    peeked_.erase(peeked_.begin(), peeked_.begin() + static_cast<std::ptrdiff_t>(peeked_used_));
    peeked_used_ = 0;
    peeked_.resize(count);
    while (held < count) {
      const std::size_t more = read_descriptor(std::span(peeked_).subspan(held));
      if (more == 0) break;
      held += more;
    }
    peeked_.resize(held);
  }
  return std::span(peeked_).subspan(peeked_used_, std::min(held, count));
}

std::size_t input::read(std::span<std::byte> target) {
  const std::size_t held = std::min(peeked_.size() - peeked_used_, target.size());
  if (held == 0) return read_descriptor(target);
  std::memcpy(target.data(), peeked_.data() + peeked_used_, held);
  peeked_used_ += held;
  return held;
}

std::optional<std::int64_t> input::size() const {
  if (!seekable_) return std::nullopt;
  return opened_.st_size;
}

void input::verify() const {
  if (!S_ISREG(opened_.st_mode)) return;
  struct stat now {};
  if (::fstat(descriptor_.number(), &now) != 0) fail_with_errno(name_, "cannot be examined");
  if (now.st_size != opened_.st_size) {
    throw error(fmt::format("{}: changed while being read: holds {} bytes, expected {} as when it was opened", name_,
                            now.st_size, opened_.st_size));
  }
  if (!same_time(now.st_mtim, opened_.st_mtim)) {
    throw error(fmt::format("{}: was modified while being read, expected it to stay as it was when opened", name_));
  }
}

}  // namespace warpfold::files
