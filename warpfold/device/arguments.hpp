// The values of a kernel's parameters, in the order of its declaration.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace warpfold::devices {

class arguments {
 public:
  arguments() = default;

  // Each value must have exactly the type of its parameter: its size and bytes are what the kernel gets.
  template <class... Values>
  requires(std::is_trivially_copyable_v<Values>&&...) static arguments of(const Values&... values) {
    arguments all;
    (all.append(std::as_bytes(std::span(&values, 1))), ...);
    return all;
  }

  void append(std::span<const std::byte> value) {
    begins_.push_back(bytes_.size());
    sizes_.push_back(value.size());
    bytes_.resize((bytes_.size() + value.size() + alignment - 1) / alignment * alignment);
    std::memcpy(bytes_.data() + begins_.back(), value.data(), value.size());
  }

  std::size_t size() const { return begins_.size(); }
  // The bytes of one value, aligned for any type.
  std::span<const std::byte> operator[](std::size_t index) const {
    return std::span(bytes_).subspan(begins_[index], sizes_[index]);
  }

 private:
  static constexpr std::size_t alignment = alignof(std::max_align_t);

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> begins_, sizes_;
};

}  // namespace warpfold::devices
