// brx.idx: goes to the label that the table has at each lane's index.
#include "warpfold/simt/core/call.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_brx(const form&) {
  return {jump_by_table, jump_by_table, guarding::apart};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
