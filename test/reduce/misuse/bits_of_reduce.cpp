// expected: std::vector<bool> holds bits
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::reduce(warpfold::op::any, std::vector<bool>{true, false});
}
