// Memory that a kernel can reach, owned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "warpfold/device/memory_kind.hpp"

namespace warpfold::devices {

class machine;

// An address that a kernel of the machine can use. On a GPU pinned and managed addresses are host pointers too.
using address = std::uint64_t;

class buffer {
 public:
  buffer() = default;
  // Throws error where the machine has not that much memory. The machine must outlive the buffer.
  buffer(machine& owner, memory_kind kind, std::size_t bytes);
  ~buffer();
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer(std::move(other)).swap(*this);
    return *this;
  }

  devices::address address() const { return address_; }
  std::size_t bytes() const { return bytes_; }
  memory_kind kind() const { return kind_; }

 private:
  void swap(buffer& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(address_, other.address_);
    std::swap(bytes_, other.bytes_);
    std::swap(kind_, other.kind_);
  }

  machine* owner_ = nullptr;
  devices::address address_ = 0;
  std::size_t bytes_ = 0;
  memory_kind kind_ = memory_kind::device;
};

}  // namespace warpfold::devices
