// What the bodies of fence and membar bind to. Memory here is sequentially consistent, so fences only tell observers.
#pragma once

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

bound bind_fence_instruction(const form& f);

}  // namespace warpfold::simt
