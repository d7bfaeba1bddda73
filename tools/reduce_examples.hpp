// The worked examples in the help of an operator's subcommand.
#pragma once

#include <string>

#include "warpfold/reduce/reduce.hpp"

namespace warpfold::tools {

// Examples for any operator of ops.def; the answers in them are computed when they are shown.
std::string reduce_examples(op operation);

}  // namespace warpfold::tools
