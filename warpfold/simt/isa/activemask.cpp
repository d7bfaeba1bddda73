// d = the lanes that execute this instruction together
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {
namespace {

const instruction* read_active(const instruction* i, warp& w) {
  std::uint32_t* const destination = w.column<std::uint32_t>(i->operand[0]);
  for (int lane = 0; lane < lanes_per_warp; ++lane) {
    destination[lane] = w.active_lanes[lane] != 0 ? w.active : destination[lane];
  }
  return i + 1;
}

}  // namespace

bound bind_activemask(const form&) {
  return {read_active, read_active};
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
