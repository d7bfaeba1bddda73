#include "warpfold/files/csv_window.hpp"

#include <cstring>
#include <span>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"

namespace warpfold::files {
namespace {

// Stays in the second-level cache between being read and being parsed; the longest field.
constexpr std::size_t window_bytes = std::size_t{256} << 10;

}  // namespace

csv_window::csv_window(byte_source& source) : source_(source), buffer_(window_bytes) {}

void csv_window::extend() {
  if (is_full()) {
    throw error(fmt::format("a field is longer than {} bytes, expected a number", buffer_.size()));
  }
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  moved_out_ += static_cast<std::int64_t>(begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = source_.read(std::as_writable_bytes(std::span(buffer_).subspan(end_)));
  end_ += count;
  is_last_ = count == 0;
}

}  // namespace warpfold::files
