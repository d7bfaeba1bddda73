// A stretch of a text that moves on as the text is read: what is in memory of a file of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "warpfold/files/byte_source.hpp"

namespace warpfold::files {

class csv_window {
 public:
  explicit csv_window(byte_source& source);

  // The text from where reading stands to as far as it is in memory.
  const char* begin() const { return buffer_.data() + begin_; }
  const char* end() const { return buffer_.data() + end_; }
  // Whether end() is the end of the whole text.
  bool is_last() const { return is_last_; }
  // Whether no more fits behind begin().
  bool is_full() const { return end_ - begin_ == buffer_.size(); }

  // Goes on from `position`, which lies in [begin(), end()].
  void advance_to(const char* position) { begin_ = static_cast<std::size_t>(position - buffer_.data()); }
  // Brings more of the text into memory; pointers into the window end. Throws error where begin() to end() fills it.
  void extend();

  // Bytes from the beginning of the text to begin().
  std::int64_t bytes_read() const { return moved_out_ + static_cast<std::int64_t>(begin_); }

 private:
  byte_source& source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t moved_out_ = 0;
  bool is_last_ = false;
};

}  // namespace warpfold::files
