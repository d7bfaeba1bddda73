#include "warpfold/files/streamed_array.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"
#include "warpfold/files/boolean_bytes.hpp"
#include "warpfold/files/byte_count.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

// Stays in the second-level cache between being written and being reduced.
constexpr std::size_t streamed_piece_bytes = std::size_t{1} << 20;

}  // namespace

streamed_array::streamed_array(std::string name, std::unique_ptr<byte_source> source, const layout& stored)
    : name_(std::move(name)), source_(std::move(source)), layout_(stored) {
  if (stored.shape) total_bytes_ = naming(name_, [&] { return byte_count(*stored.shape, stored.type); });
  buffer_.resize(wanted_bytes());
}

std::size_t streamed_array::wanted_bytes() const {
  if (!total_bytes_) return streamed_piece_bytes;
  return static_cast<std::size_t>(std::min<std::int64_t>(streamed_piece_bytes, *total_bytes_ - bytes_read_));
}

std::optional<array_view> streamed_array::next_piece() {
  if (finished_) return std::nullopt;
  const std::size_t wanted = wanted_bytes();
  const std::size_t filled = read_fully(*source_, std::span(buffer_).first(wanted));
  bytes_read_ += static_cast<std::int64_t>(filled);
  const std::size_t leftover = filled % size_of(type());
  const std::size_t whole = (filled - leftover) / size_of(type());
  if (filled < wanted || wanted == 0) finish(leftover);
  if (whole == 0) return std::nullopt;
  const array_view piece(type(), buffer_.data(), {static_cast<std::int64_t>(whole)}, {}, layout_.byte_order);
  naming(name_, [&] { require_booleans(piece); });
  return piece;
}

void streamed_array::finish(std::size_t leftover) {
  finished_ = true;
  if (total_bytes_ && bytes_read_ < *total_bytes_) {
    throw error(fmt::format("{}: holds {} bytes of elements, expected {} for shape {} of {}", name_, bytes_read_,
                            *total_bytes_, to_string(*layout_.shape), name_of(type())));
  }
  if (total_bytes_) require_end();
  if (leftover != 0) {
    throw error(fmt::format("{}: {} bytes are left over after the last whole element, expected a multiple of {} for {}",
                            name_, leftover, size_of(type()), name_of(type())));
  }
  verify();
  if (!layout_.shape) layout_.shape = dimensions{bytes_read_ / static_cast<std::int64_t>(size_of(type()))};
}

void streamed_array::require_end() {
  std::array<std::byte, 1> beyond;
  if (source_->read(beyond) == 0) return;
  throw error(fmt::format("{}: bytes are left over after the array, expected it to end after the {} bytes of shape {}",
                          name_, *total_bytes_, to_string(*layout_.shape)));
}

}  // namespace warpfold::files
