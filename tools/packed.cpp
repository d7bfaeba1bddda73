#include "tools/packed.hpp"

#include <algorithm>
#include <cstring>

namespace warpfold::tools {
namespace {

// Copies everything below `axis` from `from` to `to`, and returns the end of what was written.
std::byte* pack(const array_view& array, std::size_t axis, const std::byte* from, std::byte* to) {
  const std::size_t element = size_of(array.type());
  if (axis == array.rank()) {
    std::memcpy(to, from, element);
    return to + element;
  }
  for (std::int64_t i = 0; i < array.shape()[axis]; ++i)
    to = pack(array, axis + 1, from + i * array.strides()[axis], to);
  return to;
}

// Each number of a complex element has its own bytes.
void swap_bytes(std::vector<std::byte>& bytes, dtype type) {
  const std::size_t number = size_of(type) / (category_of(type) == dtype_category::complex ? 2 : 1);
  for (auto first = bytes.begin(); first != bytes.end(); first += static_cast<std::ptrdiff_t>(number)) {
    std::reverse(first, first + static_cast<std::ptrdiff_t>(number));
  }
}

}  // namespace

std::vector<std::byte> packed(const array_view& array) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(array.bytes()));
  if (array.contiguous()) {
    if (!bytes.empty()) std::memcpy(bytes.data(), array.data(), bytes.size());
    return bytes;
  }
  if (!bytes.empty()) pack(array, 0, array.data(), bytes.data());
  if (array.byte_order() != std::endian::native) swap_bytes(bytes, array.type());
  return bytes;
}

}  // namespace warpfold::tools
