// The compiled kernels of the ladder: PTX text, made by the build and carried by the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpfold::ladder {

struct image {
  std::string_view file;   // "rung03_sequential"
  int compute_capability;  // the least that runs it: 75 is 7.5
  std::string_view ptx;
};

// Every image of the build.
const std::vector<image>& images();

// The newest image of that file which the compute capability runs. Throws refusal where it runs none.
const image& image_of(std::string_view file, int compute_capability);

}  // namespace warpfold::ladder
