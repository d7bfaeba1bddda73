// The instruction sets that a machine has, of those that vector code is compiled for.
#pragma once

#include <cstdint>
#include <vector>

#include "hwy/targets.h"

namespace warpfold {

inline std::vector<std::int64_t> instruction_sets() {
  std::vector<std::int64_t> sets;
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1)
    sets.push_back(left & -left);
  return sets;
}
// Of several, the best; 0 stands for all.
inline void use_instruction_sets(std::int64_t sets) {
  hwy::SetSupportedTargetsForTest(sets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace warpfold
