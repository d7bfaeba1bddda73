// Instructions that change nothing that a program can see: hints, and controls of what the machine does not model.
#pragma once

#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

inline bound without_effect() {
  constexpr auto go_on = [](const instruction* i, warp&) { return i + 1; };
  return {go_on, go_on};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
