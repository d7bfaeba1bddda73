// What an array file holds, read element by element into plain memory, and ways to get at it.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <complex>
#include <csignal>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "warpfold/files/array_file.hpp"

namespace warpfold::test {

struct contents {
  dtype type = dtype::float64;
  dimensions shape;
  std::string bytes;  // of the elements in C order, in this machine's byte order

  template <element T>
  std::vector<T> as() const {
    EXPECT_EQ(name_of(type), name_of(dtype_of<T>));
    std::vector<T> values;
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof(T));
      values.push_back(value);
    }
    return values;
  }
};

// The bytes that change places together when the byte order changes: a complex number's parts each for itself.
inline std::size_t word_size(dtype type) {
  return size_of(type) / (category_of(type) == dtype_category::complex ? 2 : 1);
}

inline std::string swapped(std::string bytes, std::size_t word) {
  for (std::size_t at = 0; at + word <= bytes.size(); at += word) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + word));
  }
  return bytes;
}

inline void append_elements(const array_view& view, const std::byte* data, std::size_t axis, std::string& target) {
  if (axis == view.rank()) {
    target.append(reinterpret_cast<const char*>(data), size_of(view.type()));
    return;
  }
  for (std::int64_t i = 0; i < view.shape()[axis]; ++i) {
    append_elements(view, data + i * view.strides()[axis], axis + 1, target);
  }
}

inline std::string elements_of(const array_view& view) {
  std::string bytes;
  if (view.size() != 0) append_elements(view, view.data(), 0, bytes);
  return view.byte_order() == std::endian::native ? bytes : swapped(bytes, word_size(view.type()));
}

inline contents read(files::array_file& file) {
  contents all;
  file.for_each_piece([&](const array_view& piece) { all.bytes += elements_of(piece); });
  all.type = file.type();
  all.shape = file.shape().value();
  return all;
}

inline contents read(const std::string& path, const files::open_options& choice = {}) {
  return read(*files::open(path, choice));
}

// A pipe out of which a thread's bytes come.
class fed_pipe {
 public:
  explicit fed_pipe(std::string bytes) {
    int ends[2];
    std::signal(SIGPIPE, SIG_IGN);  // where the reader stops early
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    read_end_ = ends[0];
    feeder_ = std::thread([bytes = std::move(bytes), end = ends[1]] {
      for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = ::write(end, bytes.data() + at, bytes.size() - at);
        if (count < 0) break;
        at += static_cast<std::size_t>(count);
      }
      ::close(end);
    });
  }
  ~fed_pipe() {
    ::close(read_end_);
    feeder_.join();
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(read_end_); }
  int descriptor() const { return read_end_; }

 private:
  int read_end_;
  std::thread feeder_;
};

inline contents read_from_pipe(const std::string& bytes, const files::open_options& choice = {}) {
  const fed_pipe pipe(bytes);
  return read(pipe.path(), choice);
}

// The error that action() throws, which must be one line; a failure where there is none.
template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const error& cause) {
    const std::string line = cause.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    return line;
  }
  ADD_FAILURE() << "no error";
  return {};
}

// Elements as the bytes they are stored in.
template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

}  // namespace warpfold::test
