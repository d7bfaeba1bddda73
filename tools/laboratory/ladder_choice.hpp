// What the user wants of the ladder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/input.hpp"

namespace warpfold::tools {

struct rung_range {
  int first = 1, last = 99;
  bool holds(int number) const { return first <= number && number <= last; }
  std::string name() const { return std::to_string(first) + (first == last ? "" : ".." + std::to_string(last)); }
};

// Of what there are kernels.
inline const std::vector<dtype> ladder_dtypes = {dtype::int32, dtype::int64, dtype::float32, dtype::float64};

struct ladder_choice {
  std::optional<std::uint64_t> n;  // else as many as the machine does well, or all of the file
  unsigned block = 256;
  rung_range rungs;
  std::string file;  // empty: generated numbers
  input_choice input;
  std::string preset;  // of the SIMT machine
  bool json = false;
};

}  // namespace warpfold::tools
