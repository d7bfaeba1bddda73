#include "warpfold/files/temporary_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/write_all.hpp"

namespace warpfold::files {
namespace {

std::string temporary_folder() {
  const char* const chosen = ::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/var/tmp";
}

// Not every file system has files without names; elsewhere the name is taken away at once.
int create_unlinked(const std::string& folder) {
  const int number = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (number >= 0) return number;
  std::string name = folder + "/warpfold-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

temporary_file::temporary_file() {
  const std::string folder = temporary_folder();
  descriptor_ = file_descriptor(create_unlinked(folder));
  if (!descriptor_.valid()) {
    throw error(fmt::format("a temporary file cannot be made in {}: {}", folder, std::strerror(errno)));
  }
}

void temporary_file::append(std::span<const std::byte> bytes) {
  if (write_all(descriptor_.number(), bytes)) return;
  throw error(fmt::format("a temporary file in {} cannot be written: {}", temporary_folder(), std::strerror(errno)));
}

input temporary_file::finish(const std::string& name) && {
  ::lseek(descriptor_.number(), 0, SEEK_SET);
  return {std::move(descriptor_), name};
}

temporary_file spool(byte_source& source) {
  temporary_file file;
  std::vector<std::byte> buffer(std::size_t{1} << 20);
  while (const std::size_t count = source.read(buffer)) file.append(std::span(buffer).first(count));
  return file;
}

}  // namespace warpfold::files
