#include "warpfold/files/boolean_bytes.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "warpfold/base/error.hpp"

namespace warpfold::files {
namespace {

// No branch, so that the compiler makes vector code of it.
bool all_booleans(std::span<const std::byte> bytes) {
  std::byte seen{0};
  for (const std::byte byte : bytes) seen |= byte;
  return seen <= std::byte{1};
}

}  // namespace

void require_booleans(const array_view& elements) {
  if (elements.type() != dtype::boolean) return;
  const std::span bytes(elements.data(), static_cast<std::size_t>(elements.bytes()));
  if (all_booleans(bytes)) return;
  const auto wrong = std::find_if(bytes.begin(), bytes.end(), [](std::byte byte) { return byte > std::byte{1}; });
  throw error(fmt::format("holds a byte of {} among booleans, expected 0 or 1", static_cast<int>(*wrong)));
}

}  // namespace warpfold::files
