#include "warpfold/files/kept_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/write_all.hpp"

namespace warpfold::files {
namespace {

// The file at the end of all links, which is the one to replace. It need not be there: its folder is what counts.
std::string resolved(const std::string& path) {
  constexpr int most_links = 40;  // as many as Linux follows
  std::error_code none;
  std::filesystem::path end = path;
  for (int links = 0; links < most_links && std::filesystem::is_symlink(end, none); ++links) {
    end = end.parent_path() / std::filesystem::read_symlink(end, none);
  }
  end = std::filesystem::weakly_canonical(end, none);
  return none ? path : end.string();
}

}  // namespace

void kept_file::fail(const std::string& what) const {
  throw error(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

std::string kept_file::folder() const {
  const std::string parent = std::filesystem::path(resolved(path_)).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::optional<std::vector<std::byte>> kept_file::read(std::size_t most) const {
  const file_descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid() && errno == ENOENT) return std::nullopt;
  if (!file.valid()) fail("cannot be opened");
  struct stat about {};
  if (::fstat(file.number(), &about) != 0) fail("cannot be read");
  if (!S_ISREG(about.st_mode)) throw error(path_ + ": is not a regular file, expected one");
  std::vector<std::byte> bytes(most);
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t count = ::read(file.number(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("cannot be read");
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

file_descriptor kept_file::lock() const {
  file_descriptor held(::open(folder().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!held.valid()) fail("its folder cannot be opened");
  while (::flock(held.number(), LOCK_EX) != 0) {
    if (errno != EINTR) fail("its folder cannot be locked");
  }
  return held;
}

kept_file_replacement::kept_file_replacement(kept_file file, std::span<const std::byte> bytes)
    : file_(std::move(file)), target_(resolved(file_.path_)), beside_(fmt::format("{}.{}.new", target_, ::getpid())) {
  ::unlink(beside_.c_str());  // a process of that number may have been killed
  if (!written(bytes)) fail("cannot be written");
}

kept_file_replacement::~kept_file_replacement() {
  if (!in_place_) ::unlink(beside_.c_str());
}

void kept_file_replacement::put_in_place() {
  if (::rename(beside_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
  in_place_ = true;
}

bool kept_file_replacement::written(std::span<const std::byte> bytes) const {
  struct stat before {};
  const bool existed = ::stat(target_.c_str(), &before) == 0;
  const file_descriptor file(::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  return file.valid() && write_all(file.number(), bytes) &&
         (!existed || ::fchmod(file.number(), before.st_mode & 07777) == 0) && ::fsync(file.number()) == 0;
}

void kept_file_replacement::fail(const char* what) const {
  const int reason = errno;
  ::unlink(beside_.c_str());
  errno = reason;
  file_.fail(what);
}

}  // namespace warpfold::files
