// A value for every few bytes of a large, sparsely used address space.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace warpfold::simt {

// One Cell for every 2^CellShift bytes; cells begin as Cell{}. Pages of 2^PageShift cells come into being when first
// asked for.
template <class Cell, int CellShift, int PageShift = 10>
class shadow {
 public:
  Cell& operator[](std::uint64_t address) {
    const std::uint64_t index = address >> CellShift;
    return page(index >> PageShift)[index & (cells_per_page - 1)];
  }

  void clear() {
    pages_.clear();
    recent_ = nullptr;
  }

 private:
  static constexpr std::uint64_t cells_per_page = std::uint64_t{1} << PageShift;
  using cells = std::array<Cell, cells_per_page>;

  cells& page(std::uint64_t number) {
    if (recent_ != nullptr && number == recent_number_) return *recent_;
    std::unique_ptr<cells>& found = pages_[number];
    if (found == nullptr) found = std::make_unique<cells>();
    recent_ = found.get();
    recent_number_ = number;
    return *recent_;
  }

  std::unordered_map<std::uint64_t, std::unique_ptr<cells>> pages_;
  cells* recent_ = nullptr;
  std::uint64_t recent_number_ = 0;
};

}  // namespace warpfold::simt
