// expected: a pointer needs a count behind it
#include "warpfold/warpfold.hpp"

void misuse() {
  const double* const values = nullptr;
  warpfold::sum(values);
}
