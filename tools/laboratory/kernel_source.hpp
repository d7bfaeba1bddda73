// The kernels that a file holds, as PTX.
#pragma once

#include <string>

namespace warpfold::tools {

// The text of a file. Throws error where it cannot be read.
std::string contents_of(const std::string& path);

// The PTX text of `path`: the file itself, or, if its name ends in .cu, what the CUDA compiler makes of it for compute
// capability `capability` (90 for 9.0), with line numbers. The compiler is $CUDACXX, else the nvcc on PATH, else the
// one that warpfold was built with. Throws error where the file cannot be read, or with what the compiler says of it.
std::string ptx_of(const std::string& path, int capability);

}  // namespace warpfold::tools
