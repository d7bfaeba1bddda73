#include "tools/shape.hpp"

#include <charconv>

namespace warpfold::tools {

std::optional<dimensions> shape_from(std::string_view text) {
  dimensions shape;
  const char* position = text.data();
  const char* const end = position + text.size();
  while (shape.size() < maximum_rank) {
    std::int64_t extent = 0;
    const auto [after, problem] = std::from_chars(position, end, extent);
    if (problem != std::errc{} || extent < 0) return std::nullopt;
    shape.push_back(extent);
    if (after == end) return shape;
    if (*after != ',') return std::nullopt;
    position = after + 1;
  }
  return std::nullopt;
}

}  // namespace warpfold::tools
