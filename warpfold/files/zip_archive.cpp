#include "warpfold/files/zip_archive.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zip.h>

#include <limits>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

// A deflated bit stream holds at most 258 bytes for every 2 bits.
constexpr std::uint64_t most_bytes_per_deflated_byte = 1032;

struct file_closer {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

zip_t* open_descriptor(const input& source) {
  // libzip closes the descriptor that it is given.
  const int descriptor = ::fcntl(source.descriptor(), F_DUPFD_CLOEXEC, 0);
  int code = ZIP_ER_OK;
  zip_t* const archive = descriptor < 0 ? nullptr : zip_fdopen(descriptor, 0, &code);
  if (archive != nullptr) return archive;
  if (descriptor >= 0) ::close(descriptor);
  zip_error_t cause;
  zip_error_init_with_code(&cause, code);
  const std::string text = zip_error_strerror(&cause);
  zip_error_fini(&cause);
  throw error(fmt::format("{}: is not a complete zip archive: {}", source.name(), text));
}

std::string_view name_at(zip_t* archive, zip_uint64_t index) {
  const char* const name = zip_get_name(archive, index, ZIP_FL_ENC_RAW);
  return name == nullptr ? std::string_view() : name;
}

zip_uint64_t count_of(zip_t* archive) {
  return static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
}

void require_distinct_names(zip_t* archive) {
  std::unordered_set<std::string_view> seen;
  for (zip_uint64_t index = 0; index < count_of(archive); ++index) {
    const std::string_view name = name_at(archive, index);
    if (!seen.insert(name).second) {
      throw error(fmt::format("has two members named '{}', expected one", printable(name)));
    }
  }
}

zip_uint64_t index_of(zip_t* archive, std::string_view member) {
  for (zip_uint64_t index = 0; index < count_of(archive); ++index) {
    if (name_at(archive, index) == member) return index;
  }
  throw error(fmt::format("has no member '{}'", printable(member)));
}

// Throws error where the member cannot be what it says, before anything of it is read.
std::int64_t plausible_size(zip_t* archive, zip_uint64_t index) {
  zip_stat_t stat;
  if (zip_stat_index(archive, index, 0, &stat) != 0) throw error(zip_strerror(archive));
  if (stat.encryption_method != ZIP_EM_NONE) throw error("is encrypted, expected a member that is not");
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    throw error(fmt::format("is compressed by method {}, expected 0 (stored) or 8 (deflated)", stat.comp_method));
  }
  const std::uint64_t most = stat.comp_method == ZIP_CM_STORE ? 1 : most_bytes_per_deflated_byte;
  if (stat.size / most > stat.comp_size || stat.size > std::numeric_limits<std::int64_t>::max()) {
    throw error(fmt::format("states {} bytes, more than its {} stored bytes can hold", stat.size, stat.comp_size));
  }
  return static_cast<std::int64_t>(stat.size);
}

class member_source final : public byte_source {
 public:
  member_source(zip_archive archive, zip_t* handle, zip_uint64_t index, std::string name)
      : archive_(std::move(archive)),
        name_(std::move(name)),
        size_(naming(name_, [&] { return plausible_size(handle, index); })),
        file_(zip_fopen_index(handle, index, 0)) {
    if (!file_) throw error(fmt::format("{}: cannot be read: {}", name_, zip_strerror(handle)));
  }

  std::size_t read(std::span<std::byte> target) override {
    const zip_int64_t count = zip_fread(file_.get(), target.data(), target.size());
    if (count < 0) throw error(fmt::format("{}: cannot be read: {}", name_, zip_file_strerror(file_.get())));
    return static_cast<std::size_t>(count);
  }

  std::optional<std::int64_t> size() const override { return size_; }
  void verify() const override { archive_.verify(); }

 private:
  zip_archive archive_;
  std::string name_;
  std::int64_t size_;
  std::unique_ptr<zip_file_t, file_closer> file_;  // closed before the archive is
};

}  // namespace

void zip_archive::closer::operator()(zip* archive) const {
  zip_discard(archive);
}

zip_archive::zip_archive(input source) : source_(std::move(source)), archive_(open_descriptor(source_)) {
  naming(name(), [&] { require_distinct_names(archive_.get()); });
}

std::vector<std::string> zip_archive::members() const {
  std::vector<std::string> names;
  for (zip_uint64_t index = 0; index < count_of(archive_.get()); ++index) {
    const std::string_view name = name_at(archive_.get(), index);
    if (!name.ends_with('/')) names.emplace_back(name);
  }
  return names;
}

std::unique_ptr<byte_source> zip_archive::open_member(zip_archive archive, std::string_view member) {
  zip_t* const handle = archive.archive_.get();
  const zip_uint64_t index = naming(archive.name(), [&] { return index_of(handle, member); });
  const std::string name = fmt::format("{}[{}]", archive.name(), printable(member));
  return std::make_unique<member_source>(std::move(archive), handle, index, name);
}

}  // namespace warpfold::files
