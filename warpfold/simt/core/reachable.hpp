// Which functions a kernel may call.
#pragma once

#include <vector>

#include "warpfold/simt/ptx/module.hpp"

namespace warpfold::simt {

// The kernel, then every function with a body that it calls, directly or through others, or whose address is taken.
std::vector<const ptx::function*> reachable_functions(const ptx::module& text, const ptx::function& kernel);

// Whether the function may call itself, directly or through others.
bool is_recursive(const ptx::module& text, const ptx::function& function);

}  // namespace warpfold::simt
