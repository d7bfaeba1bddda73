// What running a kernel on the SIMT machine showed: outputs, findings, counters.
#pragma once

#include <string>
#include <vector>

#include "tools/json.hpp"
#include "tools/laboratory/kernel_arguments.hpp"
#include "warpfold/simt/machine.hpp"
#include "warpfold/simt/watch/counters.hpp"
#include "warpfold/simt/watch/finding.hpp"

namespace warpfold::tools {

struct run_report {
  std::string kernel;
  simt::launch_shape shape;
  simt::launch_outcome outcome;
  std::vector<std::pair<output_array, std::vector<scalar>>> outputs;
  std::vector<simt::finding> findings;
  simt::counters counters;
  std::vector<simt::line_counters> lines;
};

// For people: the kernel's own output, the outputs' first elements, each finding with the line of source it tells of,
// and the counters, in all and of the lines that cost most.
std::string to_text(const run_report& report);

// For programs: kernel, grid, block, cluster, outputs (by argument position), findings (watch, message, file, line,
// block, lanes, …), counters, lines, printed, error.
json to_json(const run_report& report);

}  // namespace warpfold::tools
