// The compilations of the instruction bodies that this build has.
#pragma once

#include <vector>

#include "warpfold/simt/core/form.hpp"
#include "warpfold/simt/core/host_set.hpp"
#include "warpfold/simt/core/isa_table.hpp"

namespace warpfold::simt {

struct compiled_bodies {
  host_set set;
  bound (*bind)(const form&);
};

// Those that this host can run, narrowest first.
std::vector<compiled_bodies> bodies_for_host();

}  // namespace warpfold::simt
