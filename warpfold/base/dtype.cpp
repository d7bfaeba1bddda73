#include "warpfold/base/dtype.hpp"

#include <array>
#include <string>

namespace warpfold {
namespace {

struct row {
  std::string_view name;
  std::size_t size;
  dtype_category category;
};

constexpr std::array table = {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) row{#name, sizeof(cpp_type), dtype_category::category},
#include "warpfold/base/dtypes.def"
};

const row& row_of(dtype type) {
  return table.at(static_cast<std::size_t>(type));
}

}  // namespace

// `bool` cannot be an enumerator, so its row is named boolean.
std::string_view name_of(dtype type) {
  return type == dtype::boolean ? "bool" : row_of(type).name;
}

std::size_t size_of(dtype type) {
  return row_of(type).size;
}

dtype_category category_of(dtype type) {
  return row_of(type).category;
}

dtype dtype_from_name(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto type = static_cast<dtype>(i);
    if (name_of(type) == name) return type;
    known.append(i ? ", " : "").append(name_of(type));
  }
  throw error("dtype '" + std::string(name) + "' is unknown, expected one of " + known);
}

}  // namespace warpfold
