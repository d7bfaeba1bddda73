// Elapsed time.
#pragma once

#include <chrono>

namespace warpfold::tools {

class stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(clock::now() - started_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point started_ = clock::now();
};

}  // namespace warpfold::tools
