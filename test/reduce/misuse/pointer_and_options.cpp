// expected: expected a std::vector, std::array, std::span
#include "warpfold/warpfold.hpp"

void misuse() {
  const double* const values = nullptr;
  warpfold::sum(values, {.threads = 1});
}
