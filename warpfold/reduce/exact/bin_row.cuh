// Bins in shared memory: integers that a lane has to itself.
#pragma once

namespace warpfold::exact {

// A bin for each lane of a warp, side by side, so that no two lanes meet in a bank. A warp's table has several.
struct bin_row {
  unsigned long long bin[32];
};

}  // namespace warpfold::exact
