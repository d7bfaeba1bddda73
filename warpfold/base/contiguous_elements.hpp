// What lies one after another in memory, as a std::vector, a std::array, a std::span or a C array holds its elements.
#pragma once

#include <ranges>
#include <type_traits>

#include "warpfold/base/dtype.hpp"

namespace warpfold {

template <class Array>
concept contiguous_elements = std::ranges::contiguous_range<const Array> && std::ranges::sized_range<const Array> &&
    element<std::ranges::range_value_t<const Array>>;

}  // namespace warpfold
