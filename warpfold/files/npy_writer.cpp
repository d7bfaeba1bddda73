#include "warpfold/files/npy_writer.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/naming.hpp"
#include "warpfold/files/npy_header.hpp"

namespace warpfold::files {
namespace {

class output {
 public:
  explicit output(const std::string& path) : name_(printable(path, 4096)), file_(std::fopen(path.c_str(), "wb")) {
    if (!file_) fail();
  }

  void write(const void* bytes, std::size_t size) {
    if (size != 0 && std::fwrite(bytes, 1, size, file_.get()) != size) fail();
  }

  void close() {
    if (std::fclose(file_.release()) != 0) fail();
  }

 private:
  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  [[noreturn]] void fail() const { throw error(fmt::format("{}: cannot be written: {}", name_, std::strerror(errno))); }

  std::string name_;
  std::unique_ptr<std::FILE, closer> file_;
};

// The elements from `data` on, along `axis` and those after it, in C order.
void write_elements(output& target, const array_view& array, const std::byte* data, std::size_t axis) {
  if (axis == array.rank()) {
    target.write(data, size_of(array.type()));
    return;
  }
  for (std::int64_t i = 0; i < array.shape()[axis]; ++i) {
    write_elements(target, array, data + i * array.strides()[axis], axis + 1);
  }
}

bool gapless_in_c_order(const array_view& array) {
  return array_view(array.type(), array.data(), array.shape(), array.strides()).contiguous();
}

}  // namespace

void write_npy(const std::string& path, const array_view& array) {
  output target(path);
  const std::string header = to_bytes({{array.type(), array.byte_order()}, false, array.shape()});
  target.write(header.data(), header.size());
  if (gapless_in_c_order(array)) {
    target.write(array.data(), static_cast<std::size_t>(array.bytes()));
  } else if (array.size() != 0) {
    write_elements(target, array, array.data(), 0);
  }
  target.close();
}

}  // namespace warpfold::files
