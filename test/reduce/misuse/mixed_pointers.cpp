// expected: takes two arrays of one element type, found two types
#include "warpfold/warpfold.hpp"

void misuse() {
  const float a[] = {1, 2};
  const int b[] = {1, 2};
  warpfold::dot(&a[0], &b[0], 2);
}
