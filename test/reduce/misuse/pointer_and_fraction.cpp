// expected: expected a count of elements or their end
#include "warpfold/warpfold.hpp"

void misuse() {
  const double* const values = nullptr;
  warpfold::sum(values, 2.0);
}
