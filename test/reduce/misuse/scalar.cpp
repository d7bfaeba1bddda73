// expected: expected a std::vector, std::array, std::span
#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::sum(1.0);
}
