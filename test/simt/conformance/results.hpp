// The file of what a GPU computed: for each trial a line
//   NAME RUNS BYTES… FINGERPRINT
// with the bytes of each output and the operands' fingerprint, and then the outputs of all runs, little-endian, run by
// run; the whole compressed by gzip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "test/simt/conformance/trial.hpp"

namespace warpfold::simt::conformance {

struct recorded {
  std::string name;
  int runs = 0;
  std::vector<int> bytes;  // of each output
  std::uint64_t operands = 0;
  std::vector<std::uint64_t> outputs;  // run by run
};

void write_results(const std::string& path, const std::vector<recorded>& all);
std::vector<recorded> read_results(const std::string& path);

}  // namespace warpfold::simt::conformance
