#include "ladder/data.hpp"

#include <fmt/format.h>

#include <cstring>

#include "warpfold/base/error.hpp"

namespace warpfold::ladder {
namespace {

// From -127 to 127. The mixing is that of a multiplicative hash, twice, so that no stride through the array sees a
// pattern.
int number(std::uint64_t index) {
  std::uint64_t mixed = index * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9;
  return static_cast<int>((mixed >> 32) * 255 >> 32) - 127;
}

}  // namespace

data::data(dtype type, std::uint64_t n) : type_(type), n_(n), bytes_(n * size_of(type)) {
  visit_dtype(type, [&](auto tag) {
    using element = typename decltype(tag)::type;
    if constexpr (std::is_same_v<element, std::int32_t> || std::is_same_v<element, std::int64_t> ||
                  std::is_same_v<element, float> || std::is_same_v<element, double>) {
      for (std::uint64_t i = 0; i < n; ++i) {
        const auto value = static_cast<element>(number(i));
        std::memcpy(bytes_.data() + i * sizeof value, &value, sizeof value);
      }
    } else {
      throw error(fmt::format("the ladder sums int32, int64, float32 and float64, not {}", name_of(type)));
    }
  });
}

}  // namespace warpfold::ladder
