// A classic mistake, as a kernel that makes it: ladder/broken/*.cu, read twice like a rung. Each declares what the
// watches of the SIMT machine must find in it, and that they find nothing else; once repaired it is right and silent.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ladder/rung.hpp"

namespace warpfold::ladder {

struct mistake {
  std::string_view title;
  std::vector<std::string_view> findings;  // the names of the watches that report something
  std::uint64_t n;                         // int32 elements that show it
  unsigned block;
  std::function<plan(const problem&)> broken;
  // The same without the mistake, from the same file. Absent: the rung `repaired_by` is.
  std::function<plan(const problem&)> repaired;
  int repaired_by = 0;
  std::string file;  // set on entry
};

// Every mistake, by file.
const std::vector<mistake>& mistakes();

// A mistake enters the list by a global of this type in its own file.
class mistake_registration {
 public:
  explicit mistake_registration(mistake entry, const char* path = __builtin_FILE());
};

// One launch of a kernel (const int* in, int* out, size_t n) by `blocks` blocks.
plan one_launch(const problem& sum, std::string_view kernel, std::uint32_t blocks, std::size_t shared_bytes = 0);

}  // namespace warpfold::ladder
