// The dtypes as words of an option, from dtypes.def.
#pragma once

#include <string>

#include "tools/choice.hpp"
#include "warpfold/base/dtype.hpp"

namespace warpfold::tools {

inline choices<dtype> dtype_choices() {
  return {
#define WARPFOLD_DTYPE(name, cpp_type, category, npy_code) {std::string(name_of(dtype::name)), dtype::name},
#include "warpfold/base/dtypes.def"
  };
}

}  // namespace warpfold::tools
