// Asks for a cluster that has not been launched, to do its work: here none is ever left
#include "warpfold/simt/core/cluster_control.hpp"
#include "warpfold/simt/isa/lanewise.hpp"

namespace warpfold::simt::WARPFOLD_SIMD {

bound bind_clusterlaunchcontrol(const form& f) {
  return bind_cluster_control_instruction(f);
}

}  // namespace warpfold::simt::WARPFOLD_SIMD
