// clusterlaunchcontrol: a running cluster asks for the work of one that has not been launched. The machine launches all
// clusters itself, so it always answers that there is none.
#pragma once

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/instruction.hpp"

namespace warpfold::simt {

bound bind_cluster_control_instruction(const form& f);

}  // namespace warpfold::simt
