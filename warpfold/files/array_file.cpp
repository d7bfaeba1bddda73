#include "warpfold/files/array_file.hpp"

#include "warpfold/files/spooled_array.hpp"

namespace warpfold::files {

void array_file::for_each_piece(const std::function<void(const array_view&)>& take) {
  while (const std::optional<array_view> piece = next_piece()) take(*piece);
}

array_view array_file::whole() {
  if (const std::optional<array_view> view = mapped()) return *view;
  if (!spooled_) spooled_ = spool_array(*this);
  return *spooled_->mapped();
}

}  // namespace warpfold::files
