// d = the rank in its cluster of the block whose shared memory the address a is in
#include "warpfold/simt/core/mapa.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_getctarank(const form&) {
  return {rank_of_address, rank_of_address};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
