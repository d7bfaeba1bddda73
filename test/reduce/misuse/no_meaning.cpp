// expected: warpfold::argmax has no meaning for elements of this type
#include <complex>
#include <vector>

#include "warpfold/warpfold.hpp"

void misuse() {
  warpfold::argmax(std::vector<std::complex<double>>{1, 2});
}
