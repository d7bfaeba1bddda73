// expected: expected warpfold::options behind an array
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::sum(std::vector<double>{1, 2}, "fast");
}
