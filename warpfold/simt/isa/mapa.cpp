// d = the address a as the block of rank b of the cluster has it
#include "warpfold/simt/core/mapa.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_mapa(const form&) {
  return {map_address, map_address};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
