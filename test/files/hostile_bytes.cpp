// Every valid file cut at every byte, and with every byte changed: an error or an array, never anything else.
#include <sys/mman.h>
#include <unistd.h>

#include <random>

#include "test/files/contents.hpp"
#include "test/files/sample_npy.hpp"
#include "test/files/sample_npz.hpp"
#include "test/files/temporary_folder.hpp"

namespace warpfold::test {
namespace {

// A file in memory, opened by a path.
class memory_file {
 public:
  explicit memory_file(std::string_view bytes) : descriptor_(::memfd_create("bytes", 0)) {
    EXPECT_EQ(::write(descriptor_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;
  ~memory_file() { ::close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

enum class outcome { array, error };

// Reads everything; the elements found must be as many as the shape says.
outcome read_hostile(const std::string& path, const files::open_options& choice) {
  try {
    const contents all = read(path, choice);
    EXPECT_EQ(static_cast<std::int64_t>(all.bytes.size()),
              element_count(all.shape) * static_cast<std::int64_t>(size_of(all.type)));
    return outcome::array;
  } catch (const error& cause) {
    EXPECT_EQ(std::string_view(cause.what()).find('\n'), std::string_view::npos);
    return outcome::error;
  }
}

outcome read_hostile_bytes(const std::string& bytes, const files::open_options& choice) {
  return read_hostile(memory_file(bytes).path(), choice);
}

struct sample {
  std::string name;
  files::format format;
  std::string bytes;
  std::size_t header_bytes;  // in which every byte is changed
};

std::vector<sample> samples() {
  const std::string doubles = bytes_of<double>({1, 2, 3, 4, 5, 6});
  std::vector<sample> all;
  const auto add_npy = [&](const std::string& name, const std::string& bytes) {
    all.push_back({name, files::format::npy, bytes, bytes.size() - doubles.size()});
  };
  add_npy("c order", npy_bytes("<f8", "(2, 3)", doubles));
  add_npy("fortran order", npy_bytes("<f8", "(2, 3)", doubles, true));
  add_npy("big-endian", npy_bytes(">c16", "(3L,)", doubles));
  add_npy("version 2", npy_bytes(npy_dict("<u2", "(24,)"), doubles, 2));
  add_npy("version 3", npy_bytes(npy_dict("|i1", "(6, 8, 1)"), doubles, 3));
  const temporary_folder folder;
  for (const bool deflated : {false, true}) {
    write_zip(folder.path("x.npz"),
              {{"a.npy", npy_bytes("<f8", "(2, 3)", doubles), deflated}, {"b.npy", "", deflated}});
    const std::string bytes = read_file(folder.path("x.npz"));
    all.push_back({deflated ? "deflated" : "stored", files::format::npz, bytes, bytes.size()});
  }
  const std::string text = "name,\"x \"\"y\"\"\"\r\n 1.5,2e3\n\n\"-3\",\n+4,nan\n";
  all.push_back({"text", files::format::csv, text, text.size()});
  return all;
}

files::open_options options_for(const sample& file) {
  return {.format = file.format, .member = file.format == files::format::npz ? "a" : ""};
}

TEST(hostile_bytes, samples_are_valid) {
  for (const sample& file : samples()) {
    EXPECT_EQ(read_hostile_bytes(file.bytes, options_for(file)), outcome::array) << file.name;
  }
}

TEST(hostile_bytes, cut_at_every_byte) {
  for (const sample& file : samples()) {
    for (std::size_t size = 0; size < file.bytes.size(); ++size) {
      const std::string part = file.bytes.substr(0, size);
      const outcome from_file = read_hostile_bytes(part, options_for(file));
      const fed_pipe pipe(part);
      const outcome from_pipe = read_hostile(pipe.path(), options_for(file));
      EXPECT_EQ(from_file, from_pipe) << file.name << " cut at " << size;
      // A text that is cut may be a text.
      if (file.format != files::format::csv) {
        EXPECT_EQ(from_file, outcome::error) << file.name << " cut at " << size;
      }
    }
  }
}

TEST(hostile_bytes, every_header_byte_changed) {
  for (const sample& file : samples()) {
    for (std::size_t at = 0; at < file.header_bytes; ++at) {
      for (int change = 1; change < 256; change += file.format == files::format::npy ? 1 : 7) {
        std::string bytes = file.bytes;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        read_hostile_bytes(bytes, options_for(file));
      }
    }
  }
}

TEST(hostile_bytes, random_splices) {
  std::mt19937 random(11);
  for (const sample& file : samples()) {
    for (int round = 0; round < 3000; ++round) {
      std::string bytes = file.bytes;
      for (unsigned edit = 0; edit <= random() % 4; ++edit) {
        const std::size_t from = random() % bytes.size();
        const std::size_t size = random() % 16;
        const std::size_t to = random() % (bytes.size() + 1);
        if (random() % 2)
          bytes.insert(to, bytes.substr(from, size));
        else
          bytes.erase(from, size);
        if (bytes.empty()) bytes = "x";
      }
      read_hostile_bytes(bytes, options_for(file));
    }
  }
}

}  // namespace
}  // namespace warpfold::test
