// An array whose bytes lie in a mapped file as they are.
#pragma once

#include <memory>
#include <string>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/input.hpp"
#include "warpfold/files/mapping.hpp"

namespace warpfold::files {

class mapped_array final : public array_file {
 public:
  // `view` lies within `pages`, which map `source`; there are none where there are no elements.
  mapped_array(files::format stored_as, input source, std::unique_ptr<mapping> pages, const array_view& view);

  const std::string& name() const override { return source_.name(); }
  files::format format() const override { return format_; }
  dtype type() const override { return view_.type(); }
  std::optional<dimensions> shape() const override { return view_.shape(); }
  std::optional<array_view> mapped() override;
  // A C-ordered array comes in pieces along one axis, any other as one piece: nothing is gained by cutting what is in
  // nobody's memory, and whoever reads it whole may read it in the order it is stored.
  std::optional<array_view> next_piece() override;
  void verify() const override;
  std::int64_t bytes_read() const override { return bytes_read_; }
  std::optional<std::int64_t> total_bytes() const override { return view_.bytes(); }

 private:
  bool in_c_order() const;
  bool cut_short() const { return pages_ && pages_->cut_short(); }
  array_view take_slice();
  void release_piece();

  files::format format_;
  input source_;
  std::unique_ptr<mapping> pages_;
  array_view view_;
  std::optional<array_view> piece_;  // the one handed out last
  std::int64_t bytes_read_ = 0;
  bool booleans_checked_ = false;
};

}  // namespace warpfold::files
