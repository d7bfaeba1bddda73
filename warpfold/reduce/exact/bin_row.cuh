// Bins in shared memory: integers that a lane has to itself.
#pragma once

namespace warpfold::exact {

// A bin for each lane of a warp, side by side, so that no two lanes meet in a bank. A warp's table has several.
struct bin_row {
  unsigned long long bin[32];
};

// The rows of a block, which are its dynamic shared memory. Asked for whenever a bin is needed, so that compilers know
// what kind of memory it lies in.
__device__ inline bin_row* rows_of_block() {
  extern __shared__ bin_row rows[];
  return rows;
}

// The lane's own bin of a row.
__device__ inline unsigned long long& bin_of_lane(unsigned row) {
  return rows_of_block()[row].bin[threadIdx.x % 32];
}

}  // namespace warpfold::exact
