// expected: std::vector<bool> holds bits
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::any(std::vector<bool>{true, false});
}
