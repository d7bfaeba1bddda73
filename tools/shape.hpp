// Shapes as a user writes them.
#pragma once

#include <optional>
#include <string_view>

#include "warpfold/base/array_view.hpp"

namespace warpfold::tools {

// "2,3" as (2, 3); nothing where the text is anything but at most maximum_rank whole numbers between commas.
std::optional<dimensions> shape_from(std::string_view text);

}  // namespace warpfold::tools
