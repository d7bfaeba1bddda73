#include "warpfold/files/mapped_array.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "warpfold/files/boolean_bytes.hpp"
#include "warpfold/files/naming.hpp"

namespace warpfold::files {
namespace {

// Long enough that starting threads on a piece and releasing its pages cost nothing next to reading it.
constexpr std::int64_t mapped_piece_bytes = std::int64_t{32} << 20;

}  // namespace

mapped_array::mapped_array(files::format stored_as, input source, std::unique_ptr<mapping> pages,
                           const array_view& view)
    : format_(stored_as), source_(std::move(source)), pages_(std::move(pages)), view_(view) {}

// Whatever the byte order, unlike array_view::contiguous().
bool mapped_array::in_c_order() const {
  return array_view(view_.type(), view_.data(), view_.shape(), view_.strides()).contiguous();
}

std::optional<array_view> mapped_array::mapped() {
  if (!booleans_checked_) naming(name(), [&] { require_booleans(view_); });
  booleans_checked_ = true;
  return view_;
}

array_view mapped_array::take_slice() {
  const auto element_bytes = static_cast<std::int64_t>(size_of(view_.type()));
  const std::int64_t length = std::min(mapped_piece_bytes, view_.bytes() - bytes_read_) / element_bytes;
  return {view_.type(), view_.data() + bytes_read_, {length}, view_.where(), view_.byte_order()};
}

void mapped_array::release_piece() {
  if (piece_) pages_->release({piece_->data(), static_cast<std::size_t>(piece_->bytes())});
  piece_.reset();
}

std::optional<array_view> mapped_array::next_piece() {
  if (cut_short()) verify();
  if (bytes_read_ == view_.bytes()) {
    verify();
    return std::nullopt;
  }
  if (!in_c_order()) {
    bytes_read_ = view_.bytes();
    return mapped();
  }
  release_piece();
  piece_ = take_slice();
  naming(name(), [&] { require_booleans(*piece_); });
  bytes_read_ += piece_->bytes();
  return piece_;
}

void mapped_array::verify() const {
  source_.verify();
  if (cut_short()) {
    throw error(fmt::format("{}: could not be read to its end, expected {} bytes", name(), pages_->bytes().size()));
  }
}

}  // namespace warpfold::files
