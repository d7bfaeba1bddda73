// The control-flow graph of a function: where lanes that part meet again.
#pragma once

#include <vector>

namespace warpfold::simt {

// The function's instructions as its control flow sees them.
struct control_flow_node {
  std::vector<int> targets;   // instructions that a branch may go to
  bool falls_through = true;  // may go on with the next instruction
};

struct control_flow {
  // All by instruction.
  std::vector<bool> leader;        // a basic block begins here
  std::vector<int> order;          // reading order: joins after what they join, loops before what follows them
  std::vector<int> reconvergence;  // immediate post-dominator of the block; -1: none but the function's end
};

// Of instructions 0 … nodes.size() - 1; control enters at 0. Cost: nearly linear.
control_flow analyze(const std::vector<control_flow_node>& nodes);

}  // namespace warpfold::simt
