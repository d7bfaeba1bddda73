// An array whose bytes arrive in C order and are seen once: a pipe, a compressed member.
#pragma once

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "warpfold/files/array_file.hpp"
#include "warpfold/files/byte_source.hpp"

namespace warpfold::files {

class streamed_array final : public array_file {
 public:
  struct layout {
    files::format stored_as;
    dtype type;
    std::endian byte_order = std::endian::native;
    std::optional<dimensions> shape;  // absent: one axis, as long as the source lasts
  };

  // `source` stands at the first element. Throws error where the shape has more than 2^63 - 1 bytes.
  streamed_array(std::string name, std::unique_ptr<byte_source> source, const layout& stored);

  const std::string& name() const override { return name_; }
  files::format format() const override { return layout_.stored_as; }
  dtype type() const override { return layout_.type; }
  std::optional<dimensions> shape() const override { return layout_.shape; }
  std::optional<array_view> mapped() override { return std::nullopt; }
  std::optional<array_view> next_piece() override;
  void verify() const override { source_->verify(); }
  std::int64_t bytes_read() const override { return bytes_read_; }
  std::optional<std::int64_t> total_bytes() const override { return total_bytes_; }

 private:
  std::size_t wanted_bytes() const;
  void finish(std::size_t leftover);
  void require_end();

  std::string name_;
  std::unique_ptr<byte_source> source_;
  layout layout_;
  std::optional<std::int64_t> total_bytes_;
  std::vector<std::byte> buffer_;
  std::int64_t bytes_read_ = 0;
  bool finished_ = false;
};

}  // namespace warpfold::files
