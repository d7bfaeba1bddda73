#include "test/simt/conformance/results.hpp"

#include <zlib.h>

#include <array>
#include <sstream>
#include <stdexcept>

namespace warpfold::simt::conformance {
namespace {

class gzip_file {
 public:
  gzip_file(const std::string& path, const char* mode) : path_(path), file_(gzopen(path.c_str(), mode)) {
    if (file_ == nullptr) throw std::runtime_error(path_ + ": cannot be opened");
  }
  ~gzip_file() { gzclose(file_); }
  gzip_file(const gzip_file&) = delete;
  gzip_file& operator=(const gzip_file&) = delete;

  void write(const std::string& bytes) {
    if (!bytes.empty() && gzwrite(file_, bytes.data(), static_cast<unsigned>(bytes.size())) == 0) {
      throw std::runtime_error(path_ + ": cannot be written");
    }
  }
  bool line(std::string& into) {
    std::array<char, 4096> buffer{};
    if (gzgets(file_, buffer.data(), static_cast<int>(buffer.size())) == nullptr) return false;
    into = buffer.data();
    return true;
  }
  std::string read(std::size_t bytes) {
    std::string data(bytes, '\0');
    if (gzread(file_, data.data(), static_cast<unsigned>(bytes)) != static_cast<int>(bytes)) {
      throw std::runtime_error(path_ + ": ends early");
    }
    return data;
  }

 private:
  std::string path_;
  gzFile file_;
};

std::size_t bytes_of_run(const recorded& of) {
  std::size_t bytes = 0;
  for (const int each : of.bytes) bytes += static_cast<std::size_t>(each);
  return bytes;
}

}  // namespace

void write_results(const std::string& path, const std::vector<recorded>& all) {
  gzip_file file(path, "wb9");
  for (const recorded& each : all) {
    std::ostringstream line;
    line << each.name << ' ' << each.runs;
    for (const int bytes : each.bytes) line << ' ' << bytes;
    line << " #" << std::hex << each.operands << '\n';
    file.write(line.str());
    std::string data;
    for (std::size_t n = 0; n < each.outputs.size(); ++n) {
      for (int byte = 0; byte < each.bytes[n % each.bytes.size()]; ++byte)
        data += static_cast<char>(each.outputs[n] >> (8 * byte));
    }
    file.write(data);
  }
}

std::vector<recorded> read_results(const std::string& path) {
  gzip_file file(path, "rb");
  std::vector<recorded> all;
  for (std::string line; file.line(line);) {
    recorded& each = all.emplace_back();
    std::istringstream words(line);
    words >> each.name >> each.runs;
    std::string word;
    while (words >> word && word.front() != '#') each.bytes.push_back(std::stoi(word));
    each.operands = std::stoull(word.substr(1), nullptr, 16);
    const std::string data = file.read(static_cast<std::size_t>(each.runs) * bytes_of_run(each));
    for (std::size_t at = 0; at < data.size();) {
      const int bytes = each.bytes[each.outputs.size() % each.bytes.size()];
      std::uint64_t value = 0;
      for (int byte = 0; byte < bytes; ++byte) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(data[at++])) << (8 * byte);
      }
      each.outputs.push_back(value);
    }
  }
  return all;
}

}  // namespace warpfold::simt::conformance
