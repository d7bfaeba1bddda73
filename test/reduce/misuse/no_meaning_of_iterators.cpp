// expected: warpfold::var has no meaning for elements of this type
#include <complex>
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  const std::vector<std::complex<float>> values = {1, 2};
  warpfold::var(values.begin(), values.end());
}
